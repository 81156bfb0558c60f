import type { ClaimRule, Vocabulary } from './types.ts';

/** The claims of a language: the same for all, in its words. */
export function claimsOf(words: Vocabulary): ClaimRule[] {
  return [
    { kind: 'superlative', all: [words.best, words.scope], within: 35, mayBeSourced: true },
    {
      kind: 'superlative',
      all: [words.nobody, words.compares],
      within: 45,
      inOrder: true,
      isDenial: true,
      ...(words.unused !== undefined && { unless: words.unused }),
    },
    { kind: 'superlative', all: [words.unrivalled] },
    { kind: 'number_one', all: [words.numberOne, words.field], within: 25, mayBeSourced: true, unless: words.counted },
    { kind: 'number_one', all: [words.leader], mayBeSourced: true, unless: words.counted },
    { kind: 'guarantee', all: [words.guarantees, words.outcome], within: 45, unless: words.terms },
    { kind: 'guarantee', all: [words.promises, words.outcome], within: 50, unless: words.terms },
    { kind: 'guarantee', all: [words.surely], unless: words.terms },
    { kind: 'security', all: [words.absolutely, words.secure], within: 12 },
    { kind: 'security', all: [words.unhackable] },
    { kind: 'health', all: [words.heals, words.ailment], within: 40, unless: words.medicine },
    { kind: 'health', all: [words.miracle], unless: words.medicine },
    {
      kind: 'income',
      all: [words.earn, words.money, words.per],
      within: 45,
      mayBeSourced: true,
      unless: words.employment,
    },
    { kind: 'income', all: [words.wealth] },
    { kind: 'roi', all: [words.returns, words.percent], within: 30, mayBeSourced: true, unless: words.formula },
    { kind: 'roi', all: [words.multiplies, words.returns], within: 30, mayBeSourced: true, unless: words.formula },
    { kind: 'risk_free', all: [words.riskFree], unless: words.finance },
    ...(words.more ?? []),
  ];
}
