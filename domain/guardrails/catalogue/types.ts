/** What a claim promises; docs/guardrails.md names the public rules that make each of them doubtful. */
export type ClaimKind =
  | 'guarantee'
  | 'health'
  | 'income'
  | 'roi'
  | 'risk_free'
  | 'superlative'
  | 'number_one'
  | 'security';

/**
 * Phrases in small letters, separated by commas. A space stands for a space or a hyphen, `*` for up to sixteen letters,
 * `#` for a number, `♯` for the sign `#`; `?` makes the character or group before it optional, `(a|b)` is a choice.
 */
export type Phrases = string;

/** A claim: a phrase of each list stands in the same clause. */
export interface ClaimRule {
  kind: ClaimKind;
  /** One list is enough where its phrases are a claim by themselves. */
  all: readonly [Phrases, ...Phrases[]];
  /** Most characters between a phrase of the first list and one of another. */
  within?: number;
  /** The others follow the first. */
  inOrder?: boolean;
  /** Phrases in the same sentence that make the words harmless. */
  unless?: Phrases;
  /** A named source, study or measurement makes it provable. */
  mayBeSourced?: boolean;
  /** A denial is part of the claim ("nobody is faster"), so that it does not take it back. */
  isDenial?: boolean;
}

/** The words of a language that claims are made of. */
export interface Vocabulary {
  language: string;
  /** Frequent short words, by which a sentence is known to be in the language; none for scripts of their own. */
  functionWords: string;
  /** Take a claim back: "we cannot …", "no system is …", "a myth". */
  denials: Phrases;
  /** Name a source or a measurement. */
  sources: Phrases;

  /** Superlatives of quality, and what they are compared with: the best … in the world. */
  best: Phrases;
  scope: Phrases;
  /** Nobody … is faster. */
  nobody: Phrases;
  compares: Phrases;
  /** Nobody is no competitor here: machines that nobody uses. */
  unused?: Phrases;
  /** Superlatives by themselves. */
  unrivalled: Phrases;

  /** The number one, the field in which it is claimed, and the counts that are no claim: reason number one. */
  numberOne: Phrases;
  field: Phrases;
  counted: Phrases;
  /** Leading positions by themselves. */
  leader: Phrases;

  /** Guaranteed … sales, and the guarantees that are terms of a contract. */
  guarantees: Phrases;
  outcome: Phrases;
  terms: Phrases;
  /** We promise … sales. */
  promises: Phrases;
  /** Certainty of success by itself. */
  surely: Phrases;

  /** Absolutely … secure. */
  absolutely: Phrases;
  secure: Phrases;
  /** Absolute security by itself. */
  unhackable: Phrases;

  /** Cures … cancer, and the settings in which it is no claim: the hospital treats patients. */
  heals: Phrases;
  ailment: Phrases;
  medicine: Phrases;
  /** Promises of healing by themselves. */
  miracle: Phrases;

  /** Earn … 5,000 € … a month, and employment. */
  earn: Phrases;
  money: Phrases;
  per: Phrases;
  employment: Phrases;
  /** Promises of wealth by themselves. */
  wealth: Phrases;

  /** 300 % … return on investment, multiplied … returns, and ways to compute it. */
  percent: Phrases;
  multiplies: Phrases;
  returns: Phrases;
  formula: Phrases;

  /** Without risk, and terms of finance. */
  riskFree: Phrases;
  finance: Phrases;

  /** Claims that only this language makes so. */
  more?: readonly ClaimRule[];
}
