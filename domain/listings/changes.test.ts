import { describe, expect, test } from '@jest/globals';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { changedParts, wasPublished } from './changes.ts';

const LISTING: ListingContent = {
  title: 'Acme Backup',
  shortDescription: 'Backs up.',
  longDescription: { text: 'Backs up and restores.', headings: 0, paragraphs: 1, bulletItems: 0 },
  highlights: ['Restores in minutes'],
  keywords: ['backup'],
  categories: ['Storage'],
  vendor: 'Acme',
  logo: { url: 'https://market.example/logo.png', format: 'png', width: 120, height: 120, bytes: 2_000 },
  media: [{ kind: 'video', url: 'https://market.example/tour' }],
  publishedAt: null,
};

describe('changed parts', () => {
  test('are none where nothing has changed, whatever the order of fields', () => {
    const copy = JSON.parse(JSON.stringify(LISTING)) as ListingContent;
    const logo = Object.fromEntries(Object.entries(copy.logo ?? {}).reverse()) as unknown as ListingContent['logo'];
    expect(changedParts(LISTING, { ...copy, logo })).toEqual([]);
  });

  test.each([
    ['title', { title: 'Acme Backup Pro' }],
    ['short_description', { shortDescription: '' }],
    ['long_description', { longDescription: { ...LISTING.longDescription, bulletItems: 3 } }],
    ['highlights', { highlights: [] }],
    ['keywords', { keywords: ['backup', 'restore'] }],
    ['categories', { categories: ['Backup'] }],
    ['vendor', { vendor: 'Acme Corp' }],
    ['logo', { logo: null }],
    ['media', { media: [] }],
  ] satisfies [string, Partial<ListingContent>][])(
    'are none when nothing differs, whatever the order of fields',
    (name, change) => {
      expect(changedParts(LISTING, { ...LISTING, ...change })).toEqual([name]);
    },
  );

  test('are listed: %s', () => {
    expect(changedParts(LISTING, { ...LISTING, media: [], title: 'Other', keywords: [] })).toEqual([
      'title',
      'keywords',
      'media',
    ]);
  });

  test('are in the order of the page', () => {
    const unread = {
      ...LISTING.logo,
      url: 'https://market.example/logo.png',
      format: null,
      bytes: null,
      unread: true,
    } as const;
    const declared = { width: null, height: null };
    const missed = { ...LISTING, logo: { ...unread, ...declared } };
    expect(changedParts(LISTING, missed)).toEqual([]);
    expect(changedParts(missed, LISTING)).toEqual([]);
    expect(
      changedParts(LISTING, { ...missed, logo: { ...missed.logo, url: 'https://market.example/new.png' } }),
    ).toEqual(['logo']);
    expect(changedParts(missed, { ...LISTING, logo: null })).toEqual(['logo']);
  });

  test('do not include the publication, which has its own event', () => {
    const published = { ...LISTING, publishedAt: '2026-03-02' };
    expect(changedParts(LISTING, published)).toEqual([]);
    expect(wasPublished(LISTING, published)).toBe(true);
    expect(wasPublished(published, { ...published, publishedAt: '2026-03-03' })).toBe(false);
    expect(wasPublished(published, LISTING)).toBe(false);
  });
});
