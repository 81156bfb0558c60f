import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { findCallRow } from '../call-store.ts';
import { recordedCall, sessionInput } from '../schema.ts';

/** A call of the session that waits for an execution, or null. */
export const findCall = step({
  name: 'mcp.find_call',
  input: sessionInput.extend({ id: recordId }),
  output: recordedCall.nullable(),
  run: ({ db }, _call, { id, sessionId }) => findCallRow(db, id, sessionId),
});
