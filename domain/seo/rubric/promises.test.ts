import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMarketplace, type OpenMarketplace } from '../../../infra/marketplace/marketplace.ts';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { CATALOGUE } from '../../../sandbox/marketplace/catalogue/index.ts';
import { startSandboxMarketplace } from '../../../sandbox/marketplace/server.ts';
import type { SandboxServer } from '../../../sandbox/server.ts';
import {
  fillers,
  goodListing,
  longDescription,
  NO_OPTIONS,
  OPENING,
  USES,
} from '../../../test/environment/listings.ts';
import { createMarketer, followedRules } from '../../../test/environment/marketer.ts';
import { scoreListing } from './rubric.ts';
import type { ListingScore } from './types.ts';

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
  'keyword of the title': ({ keywords }) => ({ keywords: keywords.toSpliced(1, 1, 'load balancers') }),
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

/** A seeded generator (mulberry32), so that a failing list can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function missingPoints({ recommendations }: ListingScore): number {
  return recommendations.reduce((sum, { earned, possible }) => sum + possible - earned, 0);
}

/**
 * Follows one list to its end in some order, without reading the score; each step must gain what it promises, or more.
 */
function followList(start: ListingContent, random: () => number): void {
  const score = scoreListing(start, NO_OPTIONS);
  const list = shuffled(score.recommendations, random);
  const follow = createMarketer();
  let listing = start;
  let left = missingPoints(score);
  const done: string[] = [];
  for (const recommendation of list) {
    listing = follow(listing, recommendation);
    left -= recommendation.possible - recommendation.earned;
    done.push(recommendation.rule);
    const now = scoreListing(listing, NO_OPTIONS);
    if (missingPoints(now) > left) {
      throw new Error(
        `After ${done.join(', ')}: ${missingPoints(now)} points are missing in place of ${left}: ` +
          `${JSON.stringify({ list: list.map(({ rule, fix }) => [rule, fix]), now: now.recommendations, listing }, null, 1)}`,
      );
    }
  }
  expect(scoreListing(listing, NO_OPTIONS)).toMatchObject({ overall_score: 100, recommendations: [] });
}

function followInManyOrders(start: ListingContent, orders: number, seed: number): void {
  const random = seeded(seed);
  for (let order = 0; order < orders; order += 1) followList(start, random);
}

const NAMES = Object.keys(FAULTS);

function spoil(...faults: string[]): ListingContent {
  let listing = goodListing();
  for (const name of faults) listing = { ...listing, ...FAULTS[name]?.(listing) };
  return listing;
}

test('the good listing has nothing to mend', () => {
  expect(scoreListing(goodListing(), NO_OPTIONS)).toMatchObject({ overall_score: 100, recommendations: [] });
});

test('there is a fault for every rule', () => {
  const seen = NAMES.flatMap((name) => scoreListing(spoil(name), NO_OPTIONS).recommendations.map(({ rule }) => rule));
  expect([...new Set([...seen, 'description.present'])].toSorted()).toEqual(followedRules().toSorted());
});

describe('a list of recommendations that is followed in any order brings every point', () => {
  test.each(NAMES)('of a listing with one fault: %s', (name) => {
    expect(scoreListing(spoil(name), NO_OPTIONS).overall_score).toBeLessThan(100);
    followInManyOrders(spoil(name), 5, 1);
  });

  test.each(NAMES)('with two: %s and each other one', (first) => {
    for (const second of NAMES.slice(NAMES.indexOf(first) + 1)) followInManyOrders(spoil(first, second), 2, 1);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with many: seed %i', (seed) => {
    const random = seeded(seed);
    for (let listing = 0; listing < 60; listing += 1) {
      const faults = shuffled(NAMES, random).slice(0, 3 + Math.floor(random() * 8));
      followList(spoil(...faults), random);
    }
  });
});

describe('so does the list of each listing of the sandbox marketplace', () => {
  let server: SandboxServer;
  let marketplace: OpenMarketplace;
  beforeAll(async () => {
    server = await startSandboxMarketplace({ port: 0 });
    marketplace = createMarketplace({ baseUrl: server.url, allowedNetworks: ['127.0.0.0/8'] });
  });
  afterAll(async () => {
    await marketplace.close();
    await server.close();
  });

  test.each(CATALOGUE.filter(({ delivery }) => delivery.kind === 'page'))('$id, $shows', async ({ id: listingId }) => {
    const page = await marketplace.fetchListing({ listingId });
    if (!page) throw new Error('The page was not sent.');
    followInManyOrders(page.content, 20, 1);
  });
});
