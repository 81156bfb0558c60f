import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import { PORTUGUESE } from './pt.ts';
import type { Vocabulary } from './types.ts';
import { CHINESE } from './zh.ts';

/** What the rules know of each language. */
export const CATALOGUE: readonly Vocabulary[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  JAPANESE,
  CHINESE,
];
