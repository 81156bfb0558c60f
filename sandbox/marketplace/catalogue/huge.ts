import type { CatalogueEntry, SandboxListing } from '../listing.ts';

const subjects = ['The scheduler', 'A worker', 'The console', 'Each report', 'A policy', 'The gateway', 'An export'];
const verbs = ['keeps', 'checks', 'explains', 'moves', 'compares', 'signs', 'counts'];
const objects = [
  'every record',
  'the daily totals',
  'each request',
  'all open orders',
  'the last result',
  'a spare copy',
];

/** Some 75,000 characters in hundreds of parts; no two paragraphs are the same. */
function longText(): string {
  const sentence = (number: number) =>
    `${subjects[number % 7]} ${verbs[Math.floor(number / 7) % 7]} ${objects[number % 6]} in step ${number + 1}.`;
  return Array.from({ length: 300 }, (_, part) => {
    if (part % 10 === 0) return `## Chapter ${part / 10 + 1}`;
    return Array.from({ length: 6 }, (_each, index) => sentence(part * 6 + index)).join(' ');
  }).join('\n\n');
}

const listing: SandboxListing = {
  title: 'Wingtip Suite: Everything for Everybody',
  short_description: 'Wingtip Suite has a module for every department, and a paragraph for every module. '
    .repeat(15)
    .trim(),
  long_description: longText(),
  highlights: Array.from({ length: 120 }, (_, index) => `Module ${index + 1} does what module ${index} leaves undone.`),
  keywords: Array.from({ length: 250 }, (_, index) => `module ${index + 1}`),
  categories: ['Business Applications'],
  vendor: 'Wingtip',
  logo: { format: 'png', width: 300, height: 200 },
  screenshots: 150,
  videos: 20,
  documents: 30,
  published_at: '2022-09-01T00:00:00.000Z',
};

/** A listing beyond every measure that can still be read. */
export const huge: CatalogueEntry = {
  id: 'prod-q9fhs4ukx7yrw',
  shows: 'huge: a long text and hundreds of parts',
  delivery: { kind: 'page' },
  listing,
};
