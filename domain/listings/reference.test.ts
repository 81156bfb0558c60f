import { describe, expect, test } from '@jest/globals';
import { isListingId, listingIdIn } from './reference.ts';

const ID = 'prod-4x7kq2m9ab';
const HOST = 'market.example';

describe('an id', () => {
  test.each([ID, 'a1234567890', 'A'.repeat(255), 'under_score_1'])('is %s', (id) => {
    expect(isListingId(id)).toBe(true);
  });

  test.each([
    '',
    'a123456789',
    '-4x7kq2m9abcd',
    'A'.repeat(256),
    'prod 4x7kq2m9ab',
    'prod.4x7kq2m9ab',
    'prod/4x7kq2m9ab',
    `${ID}\n`,
  ])('is not %j', (text) => {
    expect(isListingId(text)).toBe(false);
  });
});

describe('a reference', () => {
  test.each([
    ID,
    `/listings/${ID}`,
    `listings/${ID}`,
    `listings/${ID}/`,
    `/${ID}`,
    `/en/listings/${ID}?ref=search#reviews`,
    `/marketplace/pp/${ID}`,
    `pp/${ID}`,
    `/marketplace/${ID}`,
    `https://${HOST}/marketplace/pp/${ID}/reviews-and-ratings`,
    `https://${HOST}/marketplace/pp/${ID}/reviews-and-ratings/most-recent-first?page=2`,
    `/en-US/marketplace/listings/${ID}/reviews-and-ratings/`,
    `/products/pp/${ID}/usage-information`,
    `/${ID}/reviews`,
    `https://${HOST}/listings/${ID}`,
    `HTTP://MARKET.example/listings/${ID}/`,
    `https://${HOST}:443/listings/${ID}`,
    `${HOST}/listings/${ID}`,
    `//${HOST}/listings/${ID}`,
  ])('%s names the listing', (reference) => {
    expect(listingIdIn(reference, HOST)).toBe(ID);
  });

  test.each([
    '',
    'short',
    '0123456789',
    'listings',
    '/listings/',
    '/listings/short',
    '/marketplace/pp/short/reviews-and-ratings',
    '/marketplace',
    `https://${HOST}/marketplace/`,
    `/${ID}/reviews-and-ratings`,
    `https://${HOST}/`,
    `https://other.example/listings/${ID}`,
    `https://${HOST}.other.example/listings/${ID}`,
    `https://${HOST}:8443/listings/${ID}`,
    `https://${HOST}@other.example/listings/${ID}`,
    `https://user:secret@${HOST}/listings/${ID}`,
    `other.example/listings/${ID}`,
    `//other.example/listings/${ID}`,
    `/\\other.example/listings/${ID}`,
    `\\\\other.example/listings/${ID}`,
    `ftp://${HOST}/listings/${ID}`,
    `javascript:${ID}`,
    `data:text/html,/${ID}`,
    'https://',
    `https://[::1/listings/${ID}`,
    `/listings/${ID}%2Fedit`,
    `/listings/${ID}/..`,
    'ein ganz langer Satz',
  ])('%s names none', (reference) => {
    expect(listingIdIn(reference, HOST)).toBeNull();
  });

  test('is only an id when no marketplace is configured', () => {
    expect(listingIdIn(ID, '')).toBe(ID);
    for (const reference of [`/listings/${ID}`, `https://${HOST}/listings/${ID}`]) {
      expect(listingIdIn(reference, '')).toBeNull();
    }
  });
});
