import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { failChallenge as fail } from '../finish-challenge.ts';
import { failureSentence } from '../outcomes.ts';
import { challengeInput } from '../schema.ts';

/** Ends a running challenge as failed for a class of failure and gives its credits back; false when it had ended, or is another one. */
export const failChallenge = step({
  name: 'agent_audit.fail_challenge',
  input: challengeInput.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) => fail(tx, reference, failureSentence(reason))),
});
