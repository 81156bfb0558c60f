import { words } from './text.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Articles, conjunctions and prepositions, which title case leaves in lower case and which end a phrase. */
export const SMALL_WORDS =
  list(`a an and as at but by for from if in into nor of on or per than that the to up via vs with
  your our`);

/**
 * Common words of other languages in Latin script that are not English words; they show that a title is not English.
 */
export const FOREIGN_WORDS =
  list(`aan als auf aus av bei com da das de del della den der des di dos du een ein eine einer el en et för für het il
  im la las le les los met mit nach och oder og para più por pour sans sem sin sobre sur und van vom voor von y zu zum zur`);

/** Superlatives and praise that should not be in a title; phrases as lists of words. */
export const HYPERBOLE: readonly (readonly string[])[] = [
  'amazing, awesome, best, breakthrough, cheapest, easiest, fastest, game changing, greatest, groundbreaking, guaranteed',
  'incredible, industry leading, leading, magical, market leading, mind blowing, miracle, no 1, number one, perfect',
  'phenomenal, revolutionary, safest, smartest, spectacular, state of the art, top rated, unbeatable, unbelievable',
  'unmatched, unparalleled, unprecedented, unrivaled, unrivalled, world class, world best',
]
  .flatMap((line) => line.split(', '))
  .map(words);

/** Legal forms of companies. */
export const LEGAL_FORMS = list(`ab ag aps as asa bv co company corp corporation gmbh inc incorporated kg kk limited llc
  llp ltd nv oy plc pte pty pvt sa sarl sas se spa srl`);

/** Words that are common in vendors' names. */
export const TRADE_WORDS = list(`and app apps cloud consulting data digital for global group holding holdings
  international lab labs network networks of online platform platforms private security services software solution
  solutions studio studios system systems tech technologies technology the`);
