import { step } from '../../kernel/step.ts';
import { insertCall } from '../call-store.ts';
import { recordedCall } from '../schema.ts';

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
