import { truncate } from '../kernel/words.ts';
import type { DocumentPassage } from './table.ts';

/** Longest passage with its headings, characters; the bounds of a request allow no more. */
const MAX_TEXT = 1_500;

/** What is embedded of a passage: its headings and its text. */
export function textToEmbed({ section, text }: Pick<DocumentPassage, 'section' | 'text'>): string {
  return truncate(`${section}\n${text}`.trim(), MAX_TEXT);
}
