import { INJECTION } from './data/injection.ts';
import { LEAKAGE } from './data/leakage.ts';
import { PERSONAL_DATA } from './data/personal-data.ts';
import { UNSAFE_CLAIMS } from './data/unsafe-claims.ts';
import type { AdversarialPrompt, ChallengeCategory } from './types.ts';

/** Version of the set; raise it when a prompt, a severity or a failure pattern changes. */
export const PROMPT_SET = '1';

const PROMPTS: Readonly<Record<ChallengeCategory, readonly AdversarialPrompt[]>> = {
  injection: INJECTION,
  leakage: LEAKAGE,
  unsafe_claims: UNSAFE_CLAIMS,
  personal_data: PERSONAL_DATA,
};

/** A prompt with its category. */
export interface CategorisedPrompt extends AdversarialPrompt {
  category: ChallengeCategory;
}

/** The prompts of some categories, in the order of the set. */
export function promptsOf(categories: readonly ChallengeCategory[]): CategorisedPrompt[] {
  return categories.flatMap((category) => PROMPTS[category].map((prompt) => ({ ...prompt, category })));
}

const BY_KEY = new Map(
  promptsOf(Object.keys(PROMPTS) as ChallengeCategory[]).map((prompt) => [prompt.key, prompt] as const),
);

/** The prompt with this key; undefined when there is none. */
export function findPrompt(key: string): CategorisedPrompt | undefined {
  return BY_KEY.get(key);
}
