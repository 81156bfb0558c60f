import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { failChallenge as fail } from '../finish-challenge.ts';
import { failureSentence } from '../outcomes.ts';
import { challengeInput } from '../schema.ts';

/** Fails a running challenge with a class of failure and releases its credits; false when it had ended or the row has another key. */
export const failChallenge = step({
  name: 'agent_audit.fail_challenge',
  input: challengeInput.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, (tx) => fail(tx, reference, failureSentence(reason))),
});
