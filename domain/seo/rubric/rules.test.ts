import { describe, expect, test } from '@jest/globals';
import type { ListingContent } from '../../../infra/marketplace/port.ts';
import { cpuTimeOf } from '../../../test/environment/cpu-time.ts';
import {
  fillers,
  goodListing,
  longDescription,
  NO_OPTIONS,
  OPENING,
  USES,
} from '../../../test/environment/listings.ts';
import { scoreListing } from './rubric.ts';
import type { Recommendation, ScoreOptions } from './types.ts';

/** No other request is served meanwhile. */
const MAX_MS = 20;

function find(
  rule: string,
  changes: Partial<ListingContent>,
  options: Partial<ScoreOptions> = {},
): Recommendation | undefined {
  const { recommendations } = scoreListing(goodListing(changes), { ...NO_OPTIONS, ...options });
  return recommendations.find((recommendation) => recommendation.rule === rule);
}

/** Points that the rule withholds. */
function lost(...args: Parameters<typeof find>): number {
  const found = find(...args);
  return found ? found.possible - found.earned : 0;
}

const letters = (count: number) => `Acme ${'x'.repeat(count - 5)}`;
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

describe('title', () => {
  test.each([
    [9, 6],
    [10, 0],
    [72, 0],
    [73, 6],
  ])('%i characters lose %i points', (count, points) => {
    expect(lost('title.length', { title: letters(count).replace('x', 'X') })).toBe(points);
  });

  test('an emoji is as many characters as it has code points', () => {
    expect(lost('title.length', { title: `Acme Db ${'🚀'.repeat(2)}` })).toBe(0);
    expect(lost('title.length', { title: `Acme Db ${'🚀'.repeat(1)}` })).toBe(6);
  });

  test.each([
    ['Acme Load Balancer', '', '', 'Acme Software GmbH', 0],
    ['ACME-Load Balancer', '', '', 'Acme Software GmbH', 0],
    ["Acme's Load Balancer", '', '', 'Acme', 0],
    ['Acmeology Load Balancer', '', '', 'Acme', 5],
    ['Load Balancer Software', '', '', 'Acme Software GmbH', 5],
    ['Load Balancer by Cloud Software', '', '', 'Cloud Software Inc.', 0],
    ['Load Balancer', '', '', '', 0],
    ['Balancy Load Balancer', 'Balancy', '', 'Acme', 0],
    ['Acme Load Balancer', 'Balancy', '', 'Acme', 5],
    ['Acme Load Balancer', 'Balancy', 'www.acme.co.uk', 'Umbrella', 0],
    ['Acme Cloud Balancer', '', 'acme-cloud.com', 'Umbrella', 0],
    ['AcmeCloud Balancer', '', 'acme-cloud.com', 'Umbrella', 0],
    ['Bücher Load Balancer', '', 'xn--bcher-kva.example', 'Umbrella', 0],
    ['Load Balancer of Com', '', 'acme.com', 'Umbrella', 5],
    ['アクメ負荷分散装置のタイトル', '', '', 'アクメ', 0],
    ['桜システムズ株式会社の負荷分散', '', '', '桜システムズ株式会社', 0],
  ])('%s with brand %s and domain %s of %s loses %i points', (title, brandKeyword, partnerDomain, vendor, points) => {
    expect(lost('title.brand', { title, vendor }, { brandKeyword, partnerDomain })).toBe(points);
  });

  test.each([
    ['Acme Load Balancer for the Edge', 0],
    ['The Acme Load Balancer', 0],
    ['the Acme Load Balancer', 4],
    ['acme Load Balancer iPaaS k8s', 0],
    ['Acme load Balancer', 4],
    ['Acme 負荷分散 موازن', 0],
    ['Acme load Balancer und Gateway', 0],
    ['Acme gestion de la paie', 0],
    ['Acme élan balancer', 0],
    ['Acme backup Tool', 4],
  ])('the case of %s loses %i points', (title, points) => {
    expect(lost('title.case', { title })).toBe(points);
  });

  test.each([
    ['Acme Best Load Balancer', 3],
    ['Acme World-Class Load Balancer', 3],
    ['Acme #1 Load Balancer', 3],
    ['Acme No. 1 Load Balancer', 3],
    ['Acme #12 Load Balancer', 0],
    ['Acme Bestiary Load Balancer', 0],
    ['Acme Load Balancer Premium Edition', 0],
  ])('the praise of %s loses %i points', (title, points) => {
    expect(lost('title.hyperbole', { title })).toBe(points);
  });

  test.each([
    ['Acme Load Balancer!', 2],
    ['Acme Load Balancer??', 2],
    ['Acme Load Balancer 🚀', 2],
    ['Acme® Load Balancer™', 0],
    ['Acme KUBERNETES Balancer', 2],
    ['Acme HIPAA Balancer', 0],
    ['Acme LOAD DATA TOOL', 2],
    ['ACMECORP Load Balancer', 0],
  ])('the loudness of %s loses %i points', (title, points) => {
    expect(lost('title.shouting', { title, vendor: title.startsWith('ACMECORP') ? 'Acmecorp' : 'Acme' })).toBe(points);
  });
});

describe('the title that is proposed', () => {
  test.each([
    ['THE BEST #1 AI CHATBOT EVER!!!', 'Acme AI Chatbot Ever'],
    ['BACKUP AND RESTORE FOR THE EDGE', 'Acme Backup and Restore for the Edge'],
    ['THE CLOUD OF THE NORTH', 'Acme the Cloud of the North'],
    ['ACME BACKUP FOR TEAMS', 'ACME Backup for Teams'],
    ['FOR ACME BACKUP TEAMS', 'For ACME Backup Teams'],
    ['The Best Acme Backup Tool', 'Acme Backup Tool'],
    ['A Leading Backup Tool', 'Acme Backup Tool'],
    ['Backup with the Best Acme Tool', 'Backup with the Acme Tool'],
    ['The Backup Tool', 'Acme The Backup Tool'],
    ['Acme IT AND API KUBERNETES', 'Acme IT and API Kubernetes'],
  ])('instead of %s is %s', (title, proposed) => {
    const { recommendations } = scoreListing(goodListing({ title }), NO_OPTIONS);
    const advice = recommendations.filter(({ part }) => part === 'title').map(({ fix, text }) => ({ fix, text }));
    expect(advice.length).toBeGreaterThan(0);
    for (const each of advice) expect(each).toEqual({ fix: `Write "${proposed}".`, text: proposed });
  });
});

describe('description', () => {
  test.each([
    [79, 3, false],
    [80, 0, false],
    [350, 0, false],
    [351, 3, false],
    [1_000, 3, false],
    [1_001, 5, true],
  ])('a short one of %i characters loses %i points, blocks: %s', (count, points, blocks) => {
    const shortDescription = 'x'.repeat(count);
    expect(lost('description.short_length', { shortDescription })).toBe(points);
    expect(scoreListing(goodListing({ shortDescription }), NO_OPTIONS).overall_score).toBe(blocks ? 59 : 100 - points);
  });

  test.each([
    [199, 10],
    [200, 0],
  ])('a long one of %i words loses %i points', (count, points) => {
    expect(lost('description.long_length', { longDescription: longDescription(words(count)) })).toBe(points);
  });

  test.each([
    [5_000, 0],
    [5_001, 10],
  ])('a long one of %i characters loses %i points', (count, points) => {
    const text = 'word '.repeat(2_000).slice(0, count - 1);
    expect(lost('description.long_length', { longDescription: longDescription(`${text}.`) })).toBe(points);
  });

  test.each([
    [`${OPENING}`, {}, 0],
    ['Traffic Routings made plain.', {}, 0],
    ['A subtraffic routing product.', {}, 4],
    ['Overview\nAcme brings traffic routing.', { headings: 1 }, 0],
    ['Overview\nAcme brings traffic routing.', { headings: 0 }, 4],
    ['Overview.\nAcme brings traffic routing.', { headings: 1 }, 4],
  ])('%j with %j loses %i points for its first sentence', (text, structure, points) => {
    const longText = longDescription(`${text}\n${fillers(20)}`, structure);
    expect(lost('description.first_sentence', { longDescription: longText })).toBe(points);
  });

  test.each([
    [0, 200, 4],
    [1, 201, 4],
    [1, 200, 0],
    [6, 200, 0],
    [7, 200, 4],
    [1, 33, 4],
    [1, 34, 0],
  ])('%i uses in %i words lose %i points', (uses, total, points) => {
    const text = `${words(200)}.\n${'failover. '.repeat(uses)}${words(total - uses)}`;
    const changes = { keywords: ['failover'], longDescription: longDescription(text) };
    expect(lost('description.keyword_density', changes)).toBe(points);
  });

  test.each([
    [20, 4, 0],
    [21, 4, 0],
    [21, 3, 4],
  ])('a sentence of %i words among %i loses %i points', (count, among, points) => {
    const text = ['First', words(count), ...Array.from({ length: among - 1 }, () => 'Short one')]
      .join('. ')
      .replaceAll('. w', '. W');
    expect(lost('description.sentence_length', { longDescription: longDescription(text) })).toBe(points);
  });

  test.each([
    [{ paragraphs: 1, headings: 0 }, 'description.paragraphs', 2],
    [{ paragraphs: 1, headings: 1 }, 'description.paragraphs', 0],
    [{ paragraphs: 2, headings: 0 }, 'description.paragraphs', 0],
    [{ bulletItems: 2 }, 'description.bullet_items', 2],
    [{ bulletItems: 3 }, 'description.bullet_items', 0],
  ])('%j: %s loses %i', (structure, rule, points) => {
    expect(lost(rule, { longDescription: longDescription(`${OPENING}\n${USES}`, structure) })).toBe(points);
  });

  test.each([
    ['Mail info@acme.com', 3],
    ['Call +1 800 555 0199', 3],
    ['See https://acme.example/docs', 0],
    ['Since 2019, 99.99 % of 1,000,000 requests', 0],
  ])('%s loses %i points', (text, points) => {
    expect(lost('description.contact_data', { shortDescription: text })).toBe(points);
  });

  test('without title and keywords there is nothing to be found for', () => {
    const changes = { title: '', keywords: [] };
    expect(find('description.first_sentence', changes)?.fix).toMatch(/^Choose one search keyword/);
    expect(find('description.keyword_density', changes)?.fix).toMatch(/^Choose one search keyword/);
  });

  test('the first keyword that repeats nothing counts, unless the title is served better', () => {
    const text = `Acme sells a load balancer.\nA load balancer. ${fillers(10)}`;
    const changes = { longDescription: longDescription(text), keywords: ['network', 'failover'] };
    expect(lost('description.first_sentence', changes)).toBe(0);
    expect(find('description.first_sentence', { ...changes, title: 'Acme Gateway' })?.observed).toContain('"failover"');
  });
});

describe('highlights', () => {
  test.each([
    [19, 8],
    [20, 0],
    [500, 0],
    [501, 8],
  ])('%i characters lose %i points', (count, points) => {
    expect(lost('highlights.length', { highlights: ['y'.repeat(count)] })).toBe(points);
  });

  test.each([
    [0, 'highlights.present', 20],
    [1, 'highlights.count', 0],
    [3, 'highlights.count', 0],
    [4, 'highlights.count', 6],
  ])('%i of them: %s loses %i', (count, rule, points) => {
    expect(lost(rule, { highlights: Array.from({ length: count }, (_, index) => String(index).repeat(20)) })).toBe(
      points,
    );
  });

  test.each([
    ['Renews certificates in time.', 'Renews all certificates in time!', 6],
    ['Renews certificates in time.', 'Checks targets every second.', 0],
    ['One two three four five.', 'One two three six seven.', 0],
  ])('%s, %s: %i points lost', (first, second, points) => {
    expect(lost('highlights.distinct', { highlights: [first, second] })).toBe(points);
  });
});

test.each<[string, Partial<ListingContent>, string]>([
  ['title.length', { title: 'Acme '.repeat(1_000) }, 'over 900 characters'],
  ['description.short_length', { shortDescription: 'x'.repeat(20_000) }, 'over 10000 characters'],
  [
    'description.long_length',
    { longDescription: longDescription('x '.repeat(100_000), { cut: true }) },
    'more than 199999 characters',
  ],
  ['highlights.length', { highlights: ['x'.repeat(5_000)] }, 'over 4000 characters'],
  ['highlights.count', { highlights: Array.from({ length: 500 }, () => fillers(1)) }, 'over 400 highlights'],
  ['keywords.count', { keywords: Array.from({ length: 500 }, () => 'word') }, 'over 400 keywords'],
  ['keywords.length', { keywords: ['x'.repeat(1_000)] }, 'over 900 characters'],
])('%s does not take the end of what was read for the end of the page', (rule, changes, observed) => {
  expect(find(rule, changes)?.observed).toContain(observed);
});

describe('keywords', () => {
  const distinct = ['traffic routing', 'failover', 'ingress', 'reverse proxy'];
  test.each([
    [0, 'keywords.present', 15],
    [1, 'keywords.count', 0],
    [3, 'keywords.count', 0],
    [4, 'keywords.count', 5],
  ])('%i of them: %s loses %i', (count, rule, points) => {
    expect(lost(rule, { keywords: distinct.slice(0, count) })).toBe(points);
  });

  test('that all repeat the title leave none to propose', () => {
    const keywords = ['traffic', 'traffic', 'traffic', 'traffic'];
    expect(find('keywords.count', { title: 'Acme traffic', keywords })).not.toHaveProperty('text');
    expect(find('keywords.count', { title: 'Acme', keywords: distinct })).toHaveProperty('text');
  });

  test.each([
    [250, 0],
    [251, 4],
  ])('%i characters with commas lose %i points', (count, points) => {
    expect(lost('keywords.length', { keywords: ['a'.repeat(100), 'b'.repeat(count - 101)] })).toBe(points);
  });

  test.each([
    ['Load Balancers', 'default', 6],
    ['balancer load', 'default', 0],
    ['infrastructure', 'default', 6],
    ['infrastructure code', 'default', 0],
    ['data catalog', 'data_catalog', 6],
    ['data catalog', 'default', 0],
    ['default', 'default', 0],
    ['acme', 'default', 6],
    ['FAILOVERS', 'default', 6],
  ])('%s in category %s loses %i points', (keyword, category, points) => {
    expect(lost('keywords.repeats', { keywords: ['failover', keyword] }, { category })).toBe(points);
  });
});

describe('images', () => {
  const logo = { url: 'https://example.com/l', format: 'png', width: 110, height: 110, bytes: null } as const;
  test.each([
    [{}, 15],
    [{ format: 'jpeg' as const }, 15],
    [{ format: 'webp' as const }, 12],
    [{ width: 110, height: 55 }, 15],
    [{ width: 110, height: 54 }, 11],
    [{ width: 109, height: 109 }, 11],
    [{ width: 110, height: 111 }, 11],
    [{ width: null }, 7],
    [{ width: 0 }, 7],
    [{ format: null, height: null }, 4],
  ])('%j earns %i points', (changes, points) => {
    const { overall_score } = scoreListing(goodListing({ logo: { ...logo, ...changes } }), NO_OPTIONS);
    expect(overall_score).toBe(85 + points);
  });

  test('no logo and no media earn nothing', () => {
    expect(scoreListing(goodListing({ logo: null, media: [] }), NO_OPTIONS).breakdown.images).toBe(0);
  });
});

test.each([
  ['words that may all begin the brand', { title: 'a '.repeat(1_000) }, { brandKeyword: `${'a'.repeat(99)}b` }],
  ['lines of one letter', { longDescription: longDescription('a\n'.repeat(5_000)) }, {}],
])('a listing of %s is scored in a moment', async (_what, changes, options) => {
  const score = () => scoreListing(goodListing(changes), { ...NO_OPTIONS, ...options });
  expect(await cpuTimeOf(score, MAX_MS)).toBeLessThanOrEqual(MAX_MS);
});
