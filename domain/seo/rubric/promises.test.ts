import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMarketplace, type OpenMarketplace } from '../../../infra/marketplace/marketplace.ts';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { CATALOGUE } from '../../../sandbox/marketplace/catalogue/index.ts';
import { startSandboxMarketplace } from '../../../sandbox/marketplace/server.ts';
import type { SandboxServer } from '../../../sandbox/server.ts';
import { FAULTS } from '../../../test/environment/listing-faults.ts';
import { goodListing, NO_OPTIONS } from '../../../test/environment/listings.ts';
import { createMarketer, followedRules } from '../../../test/environment/marketer.ts';
import { scoreListing } from './rubric.ts';
import type { ListingScore } from './types.ts';

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
    marketplace = createMarketplace({ baseUrl: server.url, allowedNetworks: ['127.0.0.0/8'], proxy: undefined });
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
