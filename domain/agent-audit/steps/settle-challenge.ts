import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { completeChallenge } from '../finish-challenge.ts';
import { challengeInput } from '../schema.ts';

/** Completes a challenge that has all answers, with report and charge; false when it had ended. */
export const settleChallenge = step({
  name: 'agent_audit.settle_challenge',
  input: challengeInput,
  output: z.boolean(),
  run: (deps, call, reference) => deps.transaction(call, (tx) => completeChallenge(tx, reference)),
});
