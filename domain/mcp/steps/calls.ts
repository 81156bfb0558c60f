import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { recordedCall, sessionInput } from '../schema.ts';
import { findCallRow, insertCall } from '../session-store.ts';

/** Saves which execution a call waits for, so that its client can resume on any process. */
export const recordCall = step({
  name: 'mcp.record_call',
  input: recordedCall.omit({ id: true, created_at: true }),
  output: recordedCall,
  async run({ db, clock }, _call, waiting) {
    const now = clock.now();
    return { ...waiting, id: await insertCall(db, now, waiting), created_at: now };
  },
});

/** A call of the session that waits for an execution, or null. */
export const findCall = step({
  name: 'mcp.find_call',
  input: sessionInput.extend({ id: recordId }),
  output: recordedCall.nullable(),
  run: ({ db }, _call, { id, sessionId }) => findCallRow(db, id, sessionId),
});
