import { describe, expect, test } from '@jest/globals';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { cpuTimeOf } from '../../../test/environment/cpu-time.ts';
import { fillers, goodListing, longDescription, NO_OPTIONS } from '../../../test/environment/listings.ts';
import { RUBRIC_VERSION, scoreListing } from './rubric.ts';

const EMPTY: ListingContent = {
  title: '',
  shortDescription: '',
  longDescription: { text: '', headings: 0, paragraphs: 0, bulletItems: 0 },
  highlights: [],
  keywords: [],
  categories: [],
  vendor: '',
  logo: null,
  media: [],
  publishedAt: null,
};

describe('whole listings', () => {
  test('nothing at all', () => {
    const score = scoreListing(EMPTY, NO_OPTIONS);
    expect(score).toMatchObject({
      overall_score: 0,
      grade: 'F',
      breakdown: { title: 0, description: 0, highlights: 0, keywords: 0, images: 0 },
      rubric_version: RUBRIC_VERSION,
    });
    expect(score.recommendations.map(({ rule, possible }) => [rule, possible])).toEqual([
      ['description.present', 30],
      ['title.present', 20],
      ['highlights.present', 20],
      ['keywords.present', 15],
      ['images.logo_present', 11],
      ['images.media', 4],
    ]);
  });

  test('a careless one', () => {
    const score = scoreListing(
      goodListing({
        title: 'best load balancer',
        highlights: ['Fast', 'Secure', 'Easy', 'Cheap'],
        keywords: ['load balancer'],
        longDescription: longDescription(fillers(12), { paragraphs: 1, bulletItems: 0 }),
        media: [],
      }),
      NO_OPTIONS,
    );
    // Lost: brand 5, case 4, praise 3; words 6, first sentence 4, density 4, paragraphs 2, list 2; highlights 6 + 8; repeated keyword 6; media 4.
    expect(score).toMatchObject({ overall_score: 46, grade: 'F' });
    // 8 of 20, 12 of 30, 6 of 20, 9 of 15, 11 of 15
    expect(score.breakdown).toEqual({ title: 40, description: 40, highlights: 30, keywords: 60, images: 73 });
    expect(score.recommendations.find(({ rule }) => rule === 'highlights.length')).toEqual({
      rule: 'highlights.length',
      part: 'highlights',
      earned: 0,
      possible: 8,
      observed: '"Fast" has 4 characters. "Secure" has 6 characters. "Easy" has 4 characters.',
      fix:
        'Add at least 16 characters to highlight 1 ("Fast"): say what the buyer gains. Add at least 14 characters to highlight 2 ' +
        '("Secure"): say what the buyer gains. Add at least 16 characters to highlight 3 ("Easy"): say what the buyer gains. ' +
        'Let each say something else.',
    });
  });

  test('recommendations come by what they bring', () => {
    const { recommendations } = scoreListing(
      goodListing({ title: 'load balancer!', highlights: [], keywords: [], media: [], logo: null }),
      NO_OPTIONS,
    );
    const gains = recommendations.map(({ possible, earned }) => possible - earned);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
  });
});

describe('grades', () => {
  // Losses: length of highlights 8, media 4, bullets 2, paragraphs 2, number of highlights 6, brand 5, keywords 15.
  const weak = { highlights: ['Fast'], media: [] };
  test.each([
    ['A', 92, { highlights: ['Fast'] }],
    ['B', 88, weak],
    ['C', 73, { ...weak, keywords: [] }],
    ['D', 68, { ...weak, keywords: [], title: 'Load Balancer for Kubernetes' }],
    ['F', 57, { ...weak, keywords: [], title: 'Load Balancer for Kubernetes', logo: null }],
  ])('%s for %i', (grade, overall_score, changes) => {
    expect(scoreListing(goodListing(changes), NO_OPTIONS)).toMatchObject({ grade, overall_score });
  });
});

describe('blocking faults', () => {
  test.each([
    ['title.present', { title: '🚀 !' }],
    ['description.present', { shortDescription: '', longDescription: longDescription(' \n ') }],
    ['description.short_present', { shortDescription: '' }],
    ['description.long_present', { longDescription: longDescription('') }],
    ['description.short_length', { shortDescription: 'x'.repeat(1_001) }],
    ['description.long_length', { longDescription: longDescription('x '.repeat(2_501)) }],
    ['description.contact_data', { shortDescription: `${fillers(2)} Mail sales@acme.com` }],
  ])('%s caps the score and stands first', (rule, changes) => {
    const { overall_score, grade, recommendations } = scoreListing(goodListing(changes), NO_OPTIONS);
    expect({ overall_score, grade }).toEqual({ overall_score: 59, grade: 'F' });
    expect(recommendations[0]).toMatchObject({ rule, fix: expect.stringContaining('at most 59') });
  });
});

describe('the same for everyone, always', () => {
  test('repeated and from a copy', () => {
    const listing = goodListing({ title: 'best LOAD balancer!', highlights: ['Fast', 'Fast'] });
    const before = structuredClone(listing);
    const first = scoreListing(listing, NO_OPTIONS);
    expect(scoreListing(structuredClone(listing), { ...NO_OPTIONS })).toEqual(first);
    expect(listing).toEqual(before);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });

  test('case, composition and spacing of a phrase do not matter', () => {
    const spelled = (text: string) => goodListing({ keywords: [text] });
    expect(scoreListing(spelled('Trafﬁc'.normalize('NFKC')), NO_OPTIONS).overall_score).toBe(
      scoreListing(spelled(' TRAFFIC '), NO_OPTIONS).overall_score,
    );
    expect(
      scoreListing(goodListing({ vendor: 'Café', title: 'Cafe\u0301 Load Balancer' }), NO_OPTIONS).breakdown.title,
    ).toBe(100);
  });
});

describe('whatever comes in', () => {
  const UNITS = [
    'a',
    '1 ',
    'a@',
    'x@a.',
    '+1 (',
    "a'",
    '!',
    '🚀',
    '\u202e',
    '\n',
    'a\u0301',
    '\ud800',
    'ﷺ',
    '負荷分散。',
    'مرحبا ',
  ];
  test.each(UNITS)('%j without end is scored within bounds', async (unit) => {
    const endless = unit.repeat(50_000);
    const listing = {
      ...goodListing({ title: endless, shortDescription: endless, vendor: endless, categories: [endless] }),
      longDescription: longDescription(endless),
      highlights: Array.from({ length: 100 }, () => endless),
      keywords: Array.from({ length: 100 }, () => endless),
    };
    const work = () => scoreListing(listing, { category: endless, brandKeyword: endless, partnerDomain: endless });
    expect(await cpuTimeOf(work, 2_000)).toBeLessThan(2_000);
    const score = work();
    expect(score.overall_score).toBeGreaterThanOrEqual(0);
    expect(score.overall_score).toBeLessThanOrEqual(59);
    expect(JSON.stringify(score).length).toBeLessThan(10_000);
  });

  test('other scripts are scored by the same rules', () => {
    const cjk = goodListing({
      title: 'アクメ 負荷分散 装置 for Kubernetes',
      vendor: 'アクメ',
      keywords: ['交通整理'],
      longDescription: longDescription(
        `アクメは交通整理をします。\n交通整理。交通整理。${'多くの対象に要求を送ります。'.repeat(40)}`,
      ),
    });
    expect(scoreListing(cjk, NO_OPTIONS).overall_score).toBe(100);
    const rtl = goodListing({ title: 'أكمي موازن الأحمال', vendor: 'أكمي', keywords: ['توجيه'] });
    expect(scoreListing(rtl, NO_OPTIONS).breakdown.title).toBe(100);
  });
});
