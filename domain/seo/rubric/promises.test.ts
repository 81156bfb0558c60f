import { describe, expect, test } from '@jest/globals';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { fillers, goodListing, longDescription, NO_OPTIONS, OPENING, USES } from '../testing.ts';
import { scoreListing } from './rubric.ts';
import { sentences } from './text.ts';
import type { ListingScore, Recommendation } from './types.ts';

type Change = (listing: ListingContent, recommendation: Recommendation) => Partial<ListingContent>;
type Fault = (listing: ListingContent) => Partial<ListingContent>;

const text =
  (change: (text: string) => string): Fault =>
  ({ longDescription: long }) => ({
    longDescription: { ...long, text: change(long.text) },
  });
const structure =
  (changes: Partial<ListingContent['longDescription']>): Fault =>
  ({ longDescription: long }) => ({
    longDescription: { ...long, ...changes },
  });
const logo =
  (changes: Partial<NonNullable<ListingContent['logo']>>): Fault =>
  ({ logo: now }) => ({
    logo: now && { ...now, ...changes },
  });
const title =
  (change: (title: string) => string): Fault =>
  (listing) => ({ title: change(listing.title) });

/** Ways to spoil a listing. */
const FAULTS: Record<string, Fault> = {
  'no title': () => ({ title: '' }),
  'short title': () => ({ title: 'Acme LB' }),
  'long title': title((now) => `${now} with Everything That Modern Teams Want to Have`),
  'no brand': title((now) => now.replace('Acme ', '')),
  'small letters': title((now) => now.replace('Balancer', 'balancer').replace('Kubernetes', 'kubernetes')),
  praise: title((now) => `Unbeatable ${now}`),
  shouting: title((now) => `${now.replace('Kubernetes', 'KUBERNETES')}!!`),
  'no short description': () => ({ shortDescription: ' ' }),
  'slim short description': () => ({ shortDescription: 'Acme spreads requests over healthy targets.' }),
  'fat short description': () => ({ shortDescription: fillers(8) }),
  'huge short description': () => ({ shortDescription: fillers(30) }),
  'no long description': () => ({ longDescription: longDescription('', { paragraphs: 0, bulletItems: 0 }) }),
  'few words': () => ({ longDescription: longDescription(`${OPENING}\n${USES} ${fillers(5)}`) }),
  'too many words': text((now) => `${now}${`\n${USES} ${fillers(10)}`.repeat(8)}`),
  'late keyword': text((now) => now.replace(OPENING, 'Acme brings order and quiet to your cluster.')),
  'rare keyword': text((now) => now.replaceAll(USES, fillers(1))),
  'stuffed keyword': text((now) =>
    now.replaceAll(USES, 'Load balancer, traffic routing, load balancer, traffic routing. '.repeat(9)),
  ),
  'long sentences': text((now) => now.replaceAll(/(\w+)\. (Each|A|Sessions|Certificates|Operators)\b/g, '$1 and $2')),
  'one block': structure({ paragraphs: 1 }),
  'no list': structure({ bulletItems: 0 }),
  contact: text((now) => `${now} Write to sales@acme.com or call +49 30 1234567.`),
  'no highlights': () => ({ highlights: [] }),
  'four highlights': ({ highlights }) => ({
    highlights: [...highlights, 'One that nobody sees, since it is the fourth.'],
  }),
  'slogan as highlight': ({ highlights }) => ({ highlights: ['Quick!', ...highlights.slice(1)] }),
  'essay as highlight': ({ highlights }) => ({ highlights: [...highlights.slice(0, 2), fillers(10)] }),
  'twin highlights': ({ highlights }) => ({ highlights: [highlights[1] ?? '', ...highlights.slice(1)] }),
  'no keywords': () => ({ keywords: [] }),
  'four keywords': ({ keywords }) => ({ keywords: [...keywords, 'reverse proxy'] }),
  'long keywords': ({ keywords }) => ({ keywords: [...keywords.slice(0, 2), 'ways to reach services '.repeat(12)] }),
  'keyword of the title': ({ keywords }) => ({ keywords: [keywords[0] ?? '', 'load balancers', ...keywords.slice(2)] }),
  'keyword of the category': ({ keywords }) => ({ keywords: ['infrastructure', ...keywords.slice(1)] }),
  'no logo': () => ({ logo: null }),
  'vector logo': logo({ format: 'svg' }),
  'small logo': logo({ width: 100, height: 80 }),
  'wide logo': logo({ width: 900, height: 100 }),
  'high logo': logo({ width: 100, height: 900 }),
  'logo without measures': logo({ width: null, height: null }),
  'unreadable logo': logo({ format: null, width: null, height: null }),
  'no media': () => ({ media: [] }),
};

const quoted = (fix: string, place = 0): string =>
  Array.from(fix.matchAll(/"([^"]*)"/g), ([, found]) => found ?? '')[place] ?? '';
const number = (fix: string): number => Number(/\d+/.exec(fix)?.[0]);
const proposed: Change = (_, { fix }) => {
  const now = `${quoted(fix)}${fix.includes('remain') ? ' for Kubernetes' : ''}`;
  const excess = /take (\d+) characters/.exec(fix);
  return { title: excess ? shorter(now, now.length - Number(excess[1])) : now };
};
const good =
  (...fields: (keyof ListingContent)[]): Change =>
  () =>
    Object.fromEntries(fields.map((field) => [field, goodListing()[field]]));
const inText =
  (change: (text: string, recommendation: Recommendation) => string): Change =>
  (listing, recommendation) =>
    text((now) => change(now, recommendation))(listing);
const logoTo =
  (changes: Partial<NonNullable<ListingContent['logo']>>): Change =>
  (listing) =>
    logo(changes)(listing);

/** What a marketer does who follows the fix, and nothing else. */
const FIXES: Record<string, Change> = {
  'title.present': (_, { fix }) => ({
    title: fix.includes('"load balancers"') ? 'Acme Gateway for Kubernetes' : 'Acme Load Balancer for Kubernetes',
  }),
  'title.length': ({ title: now }, { fix, observed }) =>
    fix.startsWith('Add')
      ? { title: `${quoted(fix)} for Kubernetes` }
      : { title: shorter(now, number(observed) - number(fix)) },
  'title.brand': proposed,
  'title.case': proposed,
  'title.hyperbole': proposed,
  'title.shouting': proposed,
  'description.present': good('shortDescription', 'longDescription'),
  'description.short_present': good('shortDescription'),
  'description.short_length': ({ shortDescription: now }, { fix }) => ({
    shortDescription: fix.startsWith('Add') ? `${now} ${fillers(1)}` : shorter(now, now.length - number(fix)),
  }),
  'description.long_present': good('longDescription'),
  'description.long_length': inText((now, { fix }) => {
    if (fix.startsWith('Take')) return withinLimit(now);
    const added = fillers(Math.ceil(number(fix) / 10));
    return `${now} ${fix.includes('Name') ? `${USES} ${added}` : added}`;
  }),
  'description.first_sentence': inText((now, { fix }) => now.replace(/^(\w+ \w+) \w+ \w+/, `$1 ${quoted(fix)}`)),
  'description.keyword_density': inText((now, { fix }) => {
    const [first, ...rest] = now.split('\n');
    const times = Number(/(\d+) times?/.exec(fix)?.[1]);
    const mended = `${first}\n${replaceTimes(rest.join('\n'), quoted(fix), times, fix.startsWith('Replace'))}`;
    return fix.includes('within') ? withinLimit(mended) : mended;
  }),
  'description.sentence_length': inText((now) =>
    now
      .split('\n')
      .map((line) =>
        sentences(line)
          .map((s) => (s.split(' ').length > 20 ? s.replaceAll(/ and (?=[A-Z])/g, '. ') : s))
          .join(' '),
      )
      .join('\n'),
  ),
  'description.paragraphs': (listing) => structure({ paragraphs: 2 })(listing),
  'description.bullet_items': (listing) => structure({ bulletItems: 3 })(listing),
  'description.contact_data': inText((now, { fix }) =>
    now.replace(quoted(fix), 'us').replace(quoted(fix, 1), 'us through this listing'),
  ),
  'highlights.present': good('highlights'),
  'highlights.count': ({ highlights }) => ({ highlights: highlights.slice(0, 3) }),
  'highlights.length': ({ highlights }) => ({
    highlights: highlights.map((now) => (now.length < 20 ? `${now} Pages load in a blink.` : shorter(now, 500))),
  }),
  'highlights.distinct': ({ highlights }, { fix }) => ({
    highlights: highlights.map((now, place) =>
      now === quoted(fix) && place > 0 && highlights.indexOf(now) < place
        ? 'Rules are kept as code and reviewed.'
        : now,
    ),
  }),
  'keywords.present': good('keywords'),
  'keywords.count': ({ keywords }) => ({ keywords: keywords.slice(0, 3) }),
  'keywords.length': ({ keywords }, { fix }) => ({
    keywords: keywords.map((now) => (now.trim().startsWith(quoted(fix).slice(0, 40)) ? now.slice(0, 60) : now)),
  }),
  'keywords.repeats': ({ keywords }, { fix }) => ({
    keywords: [...keywords.filter((now) => !fix.includes(`"${now}"`)), 'high availability'],
  }),
  'images.logo_present': good('logo'),
  'images.logo_readable': good('logo'),
  'images.logo_measures': logoTo({ width: 200, height: 110 }),
  'images.logo_format': logoTo({ format: 'png' }),
  'images.logo_size': (listing, { fix }) => {
    const [width, height] = [listing.logo?.width ?? 0, listing.logo?.height ?? 0];
    const factor = number(fix) / Math.max(width, height);
    return logo({ width: Math.ceil(width * factor), height: Math.ceil(height * factor) })(listing);
  },
  'images.logo_ratio': ({ logo: now }, { fix }) => {
    const [, width, height] = /(\d+) × (\d+)/.exec(fix) ?? [];
    return { logo: now && { ...now, width: Number(width), height: Number(height) } };
  },
  'images.media': good('media'),
};

function shorter(now: string, characters: number): string {
  return now.slice(0, characters).replace(/\s\S*$/, '');
}

/** Leaves out sentences from the end. */
function withinLimit(now: string): string {
  return now.length > 5_000 ? now.slice(0, now.lastIndexOf('.', 4_998) + 1) : now;
}

/** Puts the phrase in the place of words, or other words in its place, so many times, evenly from the start. */
function replaceTimes(now: string, phrase: string, times: number, away: boolean): string {
  let left = times;
  const from = away ? new RegExp(phrase, 'gi') : /\b(?:it gets|out until|you deploy|in time)\b/g;
  return now.replace(from, (found) => {
    left -= 1;
    return left < 0 ? found : away ? 'these rules' : phrase;
  });
}

/** Rules that a fix may earn besides, as the documentation says: new phrases to be measured by, and diluted or cut text. */
const ALSO_EARNED: Record<string, readonly string[]> = {
  'title.present': ['description.first_sentence', 'description.keyword_density'],
  'keywords.present': ['description.first_sentence', 'description.keyword_density'],
  'keywords.repeats': ['description.first_sentence', 'description.keyword_density'],
  'description.long_length': ['description.sentence_length', 'description.contact_data'],
};

function lost({ recommendations }: ListingScore, rules: (rule: string) => boolean): number {
  return recommendations.reduce((sum, { rule, earned, possible }) => sum + (rules(rule) ? possible - earned : 0), 0);
}

/** Follows one recommendation after the other, the first of the list each time, and checks what each brings. */
function followAll(start: ListingContent): ListingContent {
  let listing = start;
  let score = scoreListing(listing, NO_OPTIONS);
  for (let turn = 0; score.recommendations.length > 0 && turn < 40; turn += 1) {
    const [next] = score.recommendations;
    const fix = next && FIXES[next.rule];
    if (!fix) throw new Error(`No fix for ${next?.rule}`);
    const before = score;
    listing = { ...listing, ...fix(listing, next) };
    score = scoreListing(listing, NO_OPTIONS);
    const also = (rule: string) => ALSO_EARNED[next.rule]?.includes(rule) ?? false;
    const gain = lost(before, (rule) => !also(rule)) - lost(score, (rule) => !also(rule));
    expect({ rule: next.rule, gain }).toEqual({ rule: next.rule, gain: next.possible - next.earned });
    expect(lost(score, also)).toBeLessThanOrEqual(lost(before, also));
  }
  return listing;
}

const NAMES = Object.keys(FAULTS);

function spoil(...faults: string[]): ListingContent {
  let listing = goodListing();
  for (const name of faults) listing = { ...listing, ...FAULTS[name]?.(listing) };
  return listing;
}

/** What is not there cannot be spoiled further. */
function isMissing(first: string, second: string): boolean {
  const fields = (name: string) => Object.keys(FAULTS[name]?.(goodListing()) ?? {});
  const leaves = first === 'no brand' || first === 'no list';
  return first.startsWith('no ') && !leaves && fields(first).some((field) => fields(second).includes(field));
}

test('the good listing has nothing to mend', () => {
  expect(scoreListing(goodListing(), NO_OPTIONS)).toMatchObject({ overall_score: 100, recommendations: [] });
});

describe('each fault is seen, and its fix brings what it says', () => {
  test.each(NAMES)('%s', (name) => {
    expect(scoreListing(spoil(name), NO_OPTIONS).overall_score).toBeLessThan(100);
    expect(scoreListing(followAll(spoil(name)), NO_OPTIONS).overall_score).toBe(100);
  });

  test('there is a fault for every rule', () => {
    const seen = NAMES.flatMap((name) => scoreListing(spoil(name), NO_OPTIONS).recommendations.map(({ rule }) => rule));
    expect([...new Set([...seen, 'description.present'])].toSorted()).toEqual(Object.keys(FIXES).toSorted());
  });
});

describe('two faults at once', () => {
  const pairs = NAMES.flatMap((first, index) =>
    NAMES.slice(index + 1)
      .filter((second) => !isMissing(first, second) && !isMissing(second, first))
      .map((second) => [first, second] as const),
  );
  test.each(pairs)('%s, %s', (first, second) => {
    expect(scoreListing(followAll(spoil(first, second)), NO_OPTIONS).overall_score).toBe(100);
  });
});
