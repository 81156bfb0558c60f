import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { promptsOf } from '../challenge/prompts.ts';
import { findRunningChallenge, selectVerdicts } from '../challenge-store.ts';
import { challengeInput } from '../schema.ts';

/** Returns the unanswered prompts of a running challenge; null when it has ended or the row has another key. */
export const openChallenge = step({
  name: 'agent_audit.open_challenge',
  input: challengeInput,
  output: z.object({ prompts: z.array(z.string()), total: z.int() }).nullable(),
  async run({ db }, _call, reference) {
    const challenge = await findRunningChallenge(db, reference);
    if (!challenge) return null;
    const verdicts = await selectVerdicts(db, challenge.id);
    const keys = promptsOf(challenge.categories).map(({ key }) => key);
    return { prompts: keys.filter((key) => !verdicts.has(key)), total: challenge.total };
  },
});
