import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { fill, rollUpTotals } from './many-executions.ts';
import type { Bench, Figures, Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const SMALL = 1_000;
const LARGE = 300_000;
const ROUNDS = 40;
/** Entries of a page where none are asked for, and at most. */
const PAGE = 20;
const LARGEST_PAGE = 100;

/** Queries of the list that a partner can ask of few and of many executions. */
const QUERIES: [name: string, query: string, aim: string][] = [
  ['page 1', '', 'about 1'],
  ['page 1 of one status', '?status=failed', 'about 1'],
  ['page 1 of status and priority', '?status=completed&priority=high', 'about 1'],
  ['page 1 of one month', `?from=${daysAgo(30)}&to=${daysAgo(1)}`, 'about 1'],
  ['page 40', '?page=40', 'reported'],
];

/** The list of executions, of a partner with many against one with few. */
export const listing: Measurement = {
  name: 'listing',
  async run(bench) {
    const { stack, database, report } = bench;
    const [few, many] = await makePartners(stack, 2);
    if (!few || !many) throw new Error('There are no partners.');
    report(`listing: inserting ${SMALL + LARGE} executions`);
    await fill(bench, few, SMALL);
    await fill(bench, many, LARGE);
    await rollUpTotals(bench);
    const results: Result[] = [];
    for (const [name, query, aim] of QUERIES) {
      report(`listing: ${name}`);
      await resetLimits(database);
      results.push({ name: `List executions, ${name}`, aim, ...(await compare(bench, many, few, query)) });
    }
    results.push({
      name: 'List executions, page 10,000 of the many against page 1',
      aim: 'reported',
      ...(await compareQueries(bench, { partner: many, query: '?page=10000' }, { partner: many, query: '' })),
    });
    report('listing: to page 10,000 by cursor');
    const cursor = await cursorAfter(bench, many, 10_000 * PAGE);
    await resetLimits(database);
    results.push({
      name: 'List executions, page 10,000 by cursor against page 1',
      aim: '<= 1.5',
      ...(await compareQueries(
        bench,
        { partner: many, query: `?cursor=${cursor}` },
        { partner: many, query: '?cursor=begin' },
      )),
    });
    return results;
  },
};

/** Follows the cursors until so many executions are before the place; returns the last one. */
async function cursorAfter({ stack, database }: Bench, { headers }: BenchPartner, executions: number): Promise<string> {
  let cursor = 'begin';
  for (let page = 0; page < executions / LARGEST_PAGE; page += 1) {
    // So that the walk stays below the plan's requests a minute.
    if (page % 500 === 0) await resetLimits(database);
    const path = `/content-workflow/executions?per_page=${LARGEST_PAGE}&cursor=${cursor}`;
    const { meta } = await call<{ meta: { next_cursor: string | null } }>(stack, 'GET', path, headers);
    if (meta.next_cursor === null) throw new Error(`The list ends after ${page} pages.`);
    cursor = meta.next_cursor;
  }
  return cursor;
}

interface Asked {
  partner: BenchPartner;
  query: string;
}

function compare(bench: Bench, many: BenchPartner, few: BenchPartner, query: string) {
  return compareQueries(bench, { partner: many, query }, { partner: few, query });
}

async function compareQueries({ stack }: Bench, ours: Asked, reference: Asked): Promise<Figures> {
  const timed =
    ({ partner, query }: Asked) =>
    async () => {
      const startedAt = performance.now();
      await call(stack, 'GET', `/content-workflow/executions${query}`, partner.headers);
      return performance.now() - startedAt;
    };
  const pairs = await fairShare(ROUNDS, timed(ours), timed(reference));
  return {
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
