import { countWords } from '../../domain/kernel/words.ts';
import { sentences } from '../../domain/seo/rubric/text.ts';
import type { Recommendation } from '../../domain/seo/rubric/types.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { fillers, goodListing, longDescription } from './listings.ts';

/** Choices of the marketer where a recommendation leaves them open. */
const OWN_KEYWORDS = ['high availability', 'incident response', 'capacity planning', 'audit evidence', 'cost control'];
const OWN_BENEFITS = [
  'Rules are kept as code and reviewed.',
  'Auditors read one page instead of many.',
  'New colleagues find their way within a day.',
];
const OTHER_BENEFITS = [
  'Bills name each team that caused a cost.',
  'Support calls back within the hour, at night too.',
  'Old versions stay reachable for a whole year.',
];
const WORDS_WANTED = 200;
const CHARACTERS_LIMIT = 5_000;

type Change = (listing: ListingContent, recommendation: Recommendation, memory: Memory) => Partial<ListingContent>;

/** What one list of recommendations has made the marketer choose once. */
interface Memory {
  keyword?: string;
}

/** A marketer with a list of recommendations, who does what each says, whatever the others have led to, and never asks for a new list. */
export function createMarketer(): (listing: ListingContent, recommendation: Recommendation) => ListingContent {
  const memory: Memory = {};
  return (listing, recommendation) => {
    const change = CHANGES[recommendation.rule];
    if (!change) throw new Error(`No way to follow ${recommendation.rule}.`);
    const chosen = choosing(listing, recommendation, memory);
    const changed = { ...chosen, ...change(chosen, recommendation, memory) };
    return withinLimits(changed, recommendation, memory);
  };
}

/** Rules that the marketer knows how to follow. */
export function followedRules(): string[] {
  return Object.keys(CHANGES);
}

const CHANGES: Record<string, Change> = {
  'title.present': retitle,
  'title.length': retitle,
  'title.brand': retitle,
  'title.case': retitle,
  'title.hyperbole': retitle,
  'title.shouting': retitle,
  'description.present': (listing, ...args) => ({ ...newShort(), ...newLong(listing, ...args) }),
  'description.short_present': newShort,
  'description.short_length': ({ shortDescription: now }, { fix }) => ({
    shortDescription: fix.startsWith('Add') ? `${now} ${fillers(2)}` : shorter(now, numberIn(fix)),
  }),
  'description.long_present': newLong,
  'description.long_length': inText((text, { fix }, phrase) =>
    dense(fix.startsWith('Take') ? cutToLimit(text) : padded(text), phrase),
  ),
  'description.first_sentence': inText((text, _, phrase) => {
    const [first = ''] = sentences(text);
    return text.replace(first, () => placed(first, phrase));
  }),
  'description.keyword_density': inText((text, { fix }, phrase) => {
    if (fix.includes('Divide')) {
      const [first = ''] = sentences(text);
      return dense(
        text.replace(first, () => placed(divided(first), phrase)),
        phrase,
      );
    }
    const count = /\bonce\b/.test(
      fix
        .split('.')[0]
        ?.replace(/"[^"]*"/, '')
        .split(':')[0] ?? '',
    )
      ? 1
      : numberIn(unquoted(fix));
    return fix.startsWith('Replace') ? fewer(text, phrase, count) : more(text, phrase, count);
  }),
  'description.sentence_length': inText((text) => {
    const [first = '', ...rest] = sentences(text);
    return (
      rest.reduce((now, long) => (countWords(long) > 20 ? now.replace(long, () => divided(long)) : now), text) || first
    );
  }),
  'description.paragraphs': ({ longDescription: now }) => ({ longDescription: { ...now, paragraphs: 2 } }),
  'description.bullet_items': ({ longDescription: now }) => ({ longDescription: { ...now, bulletItems: 3 } }),
  'description.contact_data': ({ shortDescription, longDescription: now }, { fix }) => {
    const without = (text: string) =>
      allQuoted(fix.split(' by words')[0] ?? '').reduce((left, data) => left.replaceAll(data, 'us'), text);
    return { shortDescription: without(shortDescription), longDescription: { ...now, text: without(now.text) } };
  },
  'highlights.present': good('highlights'),
  'highlights.count': ({ highlights }) => ({ highlights: highlights.slice(0, 3) }),
  'highlights.length': ({ highlights }, { fix }) => ({
    highlights: highlights.map((now, place) => {
      if (!fix.includes(`highlight ${place + 1} `)) return now;
      return now.length < 20 ? `${now} ${OWN_BENEFITS[place]}` : `${place + 1}. ${shorter(now, 490)}`;
    }),
  }),
  'highlights.distinct': ({ highlights }, { fix }) => ({
    highlights: highlights.map((now, place) =>
      fix.includes(`highlight ${place + 1} `) ? (OTHER_BENEFITS[place] ?? now) : now,
    ),
  }),
  'keywords.present': ({ keywords }) => ({ keywords: keywords.length > 0 ? keywords : OWN_KEYWORDS.slice(1, 4) }),
  'keywords.count': ({ keywords }) => ({ keywords: keywords.slice(0, 3) }),
  'keywords.length': ({ keywords }, { fix }) => ({
    keywords: keywords.map((now, place) => (isQuotedIn(fix, now) ? `${OWN_KEYWORDS[place]} for teams` : now)),
  }),
  'keywords.repeats': ({ keywords }, { fix }) => {
    const free = OWN_KEYWORDS.filter((own) => !keywords.includes(own));
    return {
      keywords: keywords.map((now, place) =>
        fix.includes(`keyword ${place + 1} `) && isQuotedIn(fix, now) ? (free[place] ?? now) : now,
      ),
    };
  },
  'images.logo_present': good('logo'),
  'images.logo_readable': good('logo'),
  'images.logo_measures': logo(() => ({ width: 200, height: 110 })),
  'images.logo_format': logo(() => ({ format: 'png' })),
  'images.logo_size': logo(({ width, height }, fix) => {
    const factor = Math.max(1, numberIn(fix) / Math.max(width ?? 1, height ?? 1));
    return { width: Math.round((width ?? 0) * factor), height: Math.round((height ?? 0) * factor) };
  }),
  'images.logo_ratio': logo((_, fix) => {
    const [, width, height] = /(\d+) × (\d+)/.exec(fix) ?? [];
    return { width: Number(width), height: Number(height) };
  }),
  'images.media': good('media'),
};

function retitle(_: ListingContent, { fix }: Recommendation): Partial<ListingContent> {
  const [proposed = ''] = allQuoted(fix);
  if (fix.startsWith('Write a title')) {
    return { title: fix.includes('names "') ? `${proposed} Workbench for Busy Teams` : 'Workbench for Busy Teams' };
  }
  if (fix.includes('followed by')) return { title: `${proposed} for Busy Teams` };
  if (!fix.includes('only as much')) return { title: proposed };
  const brand = allQuoted(fix)[1] ?? '';
  const cut = shorter(proposed, 72);
  return { title: cut.toLowerCase().includes(brand.toLowerCase()) ? cut : shorter(`${brand} ${proposed}`, 72) };
}

function newShort(): Partial<ListingContent> {
  return { shortDescription: fillers(2) };
}

function newLong(_: ListingContent, recommendation: Recommendation, memory: Memory): Partial<ListingContent> {
  const phrase = phraseFor(recommendation, memory);
  return { longDescription: longDescription(dense(`Here ${phrase} is made plain.\n${fillers(21)}`, phrase)) };
}

/** The chosen keyword becomes one of at most three, where a recommendation asks to choose one. */
function choosing(listing: ListingContent, { fix }: Recommendation, memory: Memory): ListingContent {
  if (!fix.includes('Choose one search keyword')) return listing;
  const keyword = OWN_KEYWORDS[0] ?? '';
  memory.keyword = keyword;
  const { keywords } = listing;
  if (keywords.slice(0, 3).includes(keyword)) return listing;
  return { ...listing, keywords: keywords.length < 3 ? [...keywords, keyword] : keywords.with(2, keyword) };
}

/** The phrase that a recommendation on the description names, or the one that was chosen. */
function phraseFor({ fix }: Recommendation, memory: Memory): string {
  const [, named] = /(?:[Nn]ame|Replace|and|needs) "([^"]*)"/.exec(fix) ?? [];
  return named ?? memory.keyword ?? '';
}

function inText(change: (text: string, recommendation: Recommendation, phrase: string) => string): Change {
  return ({ longDescription: now }, recommendation, memory) => ({
    longDescription: { ...now, text: change(now.text, recommendation, phraseFor(recommendation, memory)) },
  });
}

function logo(
  change: (now: NonNullable<ListingContent['logo']>, fix: string) => Partial<NonNullable<ListingContent['logo']>>,
): Change {
  return ({ logo: now }, { fix }) => ({ logo: now && { ...now, ...change(now, fix) } });
}

function good(field: keyof ListingContent): Change {
  return () => ({ [field]: goodListing()[field] });
}

/** Brings the texts within the limits of the recommendation. */
function withinLimits(listing: ListingContent, recommendation: Recommendation, memory: Memory): ListingContent {
  const { fix } = recommendation;
  const { shortDescription, longDescription: now } = listing;
  const wanted = /In the end the long description needs (.*)/.exec(fix)?.[1] ?? '';
  let { text } = now;
  if (wanted.includes('words or more')) text = padded(text);
  if (wanted.includes('characters')) text = cutToLimit(text);
  if (wanted.includes('%'))
    text = dense(text, phraseFor({ ...recommendation, fix: ` needs ${/"[^"]*" as/.exec(wanted)?.[0]}` }, memory));
  const short = fix.includes('the short description needs') && shortDescription.length < 80;
  return {
    ...listing,
    longDescription: { ...now, text },
    shortDescription: short ? `${shortDescription} ${fillers(1)}` : shortDescription,
  };
}

/** Adds sentences at the end until there are enough words. */
function padded(text: string): string {
  const missing = WORDS_WANTED - countWords(text);
  return missing > 0 ? `${text} ${fillers(Math.ceil(missing / 10))}` : text;
}

/** Leaves out sentences from the end. */
function cutToLimit(text: string): string {
  const [first = '', ...rest] = sentences(text);
  const kept = [first];
  for (const sentence of rest) {
    if (kept.join('\n').length + sentence.length >= CHARACTERS_LIMIT - 200) break;
    kept.push(countWords(sentence) > 20 ? divided(sentence) : sentence);
  }
  return text.length > CHARACTERS_LIMIT ? kept.join('\n') : text;
}

/** Names the phrase after the first sentence as often as is advised: about 1.5 % of the words. */
function dense(text: string, phrase: string): string {
  const rest = countWords(text) - countWords(sentences(text)[0] ?? '');
  const wanted = Math.max(1, Math.floor(rest * 0.015));
  const uses = usesOf(text, phrase);
  return uses > wanted ? fewer(text, phrase, uses - wanted) : more(text, phrase, wanted - uses);
}

function spelling(phrase: string): RegExp {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${words.map((word) => word.replace(/s$/i, '')).join('s?[^\\p{L}\\p{N}]+')}s?(?![\\p{L}\\p{N}])`,
    'giu',
  );
}

function usesOf(text: string, phrase: string): number {
  const [first = ''] = sentences(text);
  return text.slice(text.indexOf(first) + first.length).match(spelling(phrase))?.length ?? 0;
}

/** Names the phrase so many times more in later sentences, in place of other words. */
function more(text: string, phrase: string, count: number): string {
  let now = text;
  let left = count;
  for (const sentence of sentences(text).slice(1).toReversed()) {
    if (left <= 0) break;
    if (sentence.match(spelling(phrase)) || sentence.split(' ').length < phrase.split(' ').length + 2) continue;
    const at = now.lastIndexOf(sentence);
    now = now.slice(0, at) + placed(sentence, phrase) + now.slice(at + sentence.length);
    left -= 1;
  }
  return now;
}

/** Puts other words in the place of the phrase, so many times, after the first sentence. */
function fewer(text: string, phrase: string, count: number): string {
  const [first = ''] = sentences(text);
  const end = text.indexOf(first) + first.length;
  let left = count;
  const other = phrase
    .split(' ')
    .map(() => 'this')
    .join(' ');
  const rest = text.slice(end).replace(spelling(phrase), (found) => {
    left -= 1;
    if (left < 0) return found;
    return /^\p{Lu}/u.test(found) ? `T${other.slice(1)}` : other;
  });
  return text.slice(0, end) + rest;
}

/** The sentence with the phrase in place of words after its first one. */
function placed(sentence: string, phrase: string): string {
  const words = sentence.split(' ');
  const size = phrase.split(' ').length;
  if (words.length < size + 2) return `${words.slice(0, -1).join(' ')} ${phrase} ${words.at(-1)}`.trim();
  return [words[0], phrase, ...words.slice(1 + size)].join(' ');
}

/** The sentence as several of at most 20 words, divided where people would. */
function divided(sentence: string): string {
  const parts: string[][] = [[]];
  for (const word of sentence.split(' ')) {
    const part = parts.at(-1) ?? [];
    const joint = /^(?:and|which|where|so|but|that|in|with)$/.test(word);
    if ((part.length >= 8 && joint) || part.length >= 15) parts.push([word]);
    else part.push(word);
  }
  return parts
    .map((part) => part.join(' ').replace(/[,;]$/, ''))
    .map((part, index) => (index === parts.length - 1 ? part : `${part}.`))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
}

function shorter(now: string, characters: number): string {
  return now.length <= characters ? now : now.slice(0, characters).replace(/\s\S*$/, '');
}

function allQuoted(text: string): string[] {
  return Array.from(text.matchAll(/"([^"]*)"/g), ([, found]) => found ?? '');
}

/** Texts are quoted with their ends cut off. */
function isQuotedIn(fix: string, text: string): boolean {
  return allQuoted(fix).some(
    (found) => found === text.trim() || (found.endsWith('…') && text.startsWith(found.slice(0, -1))),
  );
}

function unquoted(fix: string): string {
  return fix.replaceAll(/"[^"]*"/g, '');
}

function numberIn(fix: string): number {
  return Number(/\d+/.exec(fix)?.[0]);
}
