import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { buildConsole } from '../../infra/local/console.ts';
import { launchChromium } from '../../test/environment/chromium.ts';
import { settled, signInAt } from '../../test/environment/console-page.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import { fill, rollUpTotals } from './many-executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { comparisonOf, fairShare, median } from './statistics.ts';

const FIRST_LOAD_KB = 200;
/** Views whose weight and speed are measured; lists are alike. */
const VIEWS = ['/', '/board', '/capabilities/blog_post', '/executions'];
/** Four times slower than this machine, and 10 Mbit/s with 40 ms of latency. */
const SLOW = {
  cpu: 4,
  network: { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 },
} as const;
const MOST = { lcpMs: 2_500, blockingMs: 300, shift: 0.1 };
/** Milliseconds of a task beyond which it keeps people waiting. */
const LONG_TASK_MS = 50;
const CARDS_A_COLUMN = 100;
const ROUNDS = 3;
const EXECUTIONS = 300_000;
/** What a page holds is compared at these two; by the first one as many answers are kept as ever will be. */
const PAGES = { early: 25, late: 75 };
const KIB = 1024;

const SCRIPTS = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;
const CARD = 'fieldset input[type="checkbox"]';
const COLUMN = 'main section h2';

/** The console in a real browser: what it loads, how soon a full board can be used, and what a long list leaves behind in the page. */
export const console: Measurement = {
  name: 'console',
  async run(bench) {
    await buildConsole(bench);
    const [full, small, many] = await makePartners(bench.stack, 3);
    if (!full || !small || !many) throw new Error('There are no partners.');
    bench.report(`console: inserting ${4 * CARDS_A_COLUMN} cards and ${EXECUTIONS} executions`);
    await fillBoard(bench, full, CARDS_A_COLUMN);
    // A board without a card has no columns.
    await fillBoard(bench, small, 1);
    await fill(bench, many, EXECUTIONS);
    await rollUpTotals(bench);
    const browser = await launchChromium();
    try {
      return [
        ...(await slowMachine(bench, browser, small)),
        ...(await board(bench, browser, full, small)),
        ...(await paging(bench, browser, many)),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** What a page that has just appeared says of itself. */
interface Appearance {
  lcpMs: number;
  blockingMs: number;
  shift: number;
  kib: number;
}

/** Collects from the first moment of each document of the page; `appearance()` then returns it. */
const OBSERVE = `(() => {
  const seen = { lcp: 0, blocking: 0, shift: 0 };
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => { seen.lcp = startTime; });
  observe('longtask', ({ duration }) => { seen.blocking += Math.max(0, duration - ${LONG_TASK_MS}); });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  globalThis.appearance = () => ({ origin: performance.timeOrigin, lcpMs: seen.lcp, blockingMs: seen.blocking, shift: seen.shift, kib: ${SCRIPTS} / 1024 });
})()`;

/**
 * Views on a slow machine behind a slow line, with nothing kept of the files, and the issuer's session alive. What blocks and what moves is
 * that of the document that people look at in the end.
 */
async function slowMachine(bench: Bench, browser: Browser, partner: BenchPartner): Promise<Result[]> {
  bench.report('console: views on a slow machine');
  const page = await open(bench, browser, partner, '/');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW.network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  await page.addInitScript(OBSERVE);
  const results: Result[] = [];
  for (const view of VIEWS) {
    const rounds: Appearance[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await resetLimits(bench.database);
      await page.goto('about:blank');
      await session.send('Network.clearBrowserCache');
      const startedAt = Date.now();
      await page.goto(addressOf(bench, view));
      await settled(page);
      // What blocks is known once the page is idle.
      await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)))');
      const { origin, ...appearance } = await page.evaluate<Appearance & { origin: number }>('appearance()');
      // From the address on: the way to the issuer and back has a document of its own.
      rounds.push({ ...appearance, lcpMs: appearance.lcpMs + origin - startedAt });
    }
    const middle = (field: keyof Appearance) => median(rounds.map((round) => round[field]));
    const line = (name: string, value: number, most: number, shown: (value: number) => string): Result => ({
      name: `Console, ${view}: ${name}`,
      ours: shown(value),
      reference: shown(most),
      ratio: value / most,
      aim: '<= 1',
    });
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    results.push(
      line('JavaScript as it is sent', middle('kib'), FIRST_LOAD_KB, (kib) => `${kib.toFixed(0)} KB`),
      line(`largest paint, processor x ${SLOW.cpu}, 10 Mbit/s`, middle('lcpMs'), MOST.lcpMs, ms),
      line('blocked by long tasks, the same', middle('blockingMs'), MOST.blockingMs, ms),
      line('layout shift', middle('shift'), MOST.shift, (shift) => shift.toFixed(3)),
    );
  }
  await page.context().close();
  return results;
}

/** Whole loads of the page by its address, with what the browser has kept of its files; the issuer's session lets the person in. */
async function board(bench: Bench, browser: Browser, full: BenchPartner, small: BenchPartner): Promise<Result[]> {
  bench.report('console: the board');
  const [fullPage, smallPage] = [
    await open(bench, browser, full, '/board'),
    await open(bench, browser, small, '/board'),
  ];
  const processor = { full: [] as number[], small: [] as number[] };
  const timed = async (page: Page, kind: keyof typeof processor) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const address = addressOf(bench, '/board');
    return async () => {
      await resetLimits(bench.database);
      const startedAt = performance.now();
      await page.goto(address, { waitUntil: 'commit' });
      await page.locator(COLUMN).nth(3).waitFor();
      if (kind === 'full') {
        const cards = page.locator(CARD);
        await cards.nth(4 * CARDS_A_COLUMN - 1).waitFor();
        await cards.first().press('Space');
        await page.locator('[role="toolbar"]').waitFor();
      }
      const ms = performance.now() - startedAt;
      // Counted from the document's own beginning.
      processor[kind].push((await metricsOf(session))('TaskDuration') * 1000);
      return ms;
    };
  };
  const pairs = await fairShare(ROUNDS, await timed(fullPage, 'full'), await timed(smallPage, 'small'));
  for (const page of [fullPage, smallPage]) await page.context().close();
  const name = `Console, a board of ${4 * CARDS_A_COLUMN} cards, from its address until a card obeys the keyboard`;
  return [
    {
      name,
      ours: `${median(pairs.ours).toFixed(0)} ms`,
      reference: `${median(pairs.reference).toFixed(0)} ms`,
      ...comparisonOf(pairs),
      aim: '<= 1 s',
    },
    {
      name: 'The same, processor time of the page',
      ours: `${median(processor.full).toFixed(0)} ms`,
      reference: `${median(processor.small).toFixed(0)} ms`,
      ratio: median(processor.full) / median(processor.small),
      aim: 'reported',
    },
  ];
}

async function paging(bench: Bench, browser: Browser, partner: BenchPartner): Promise<Result[]> {
  bench.report(`console: ${PAGES.late} pages of a list`);
  const page = await open(bench, browser, partner, '/executions');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await goTo(page, PAGES.early);
  const early = await held(session);
  await goTo(page, PAGES.late);
  const late = await held(session);
  await page.context().close();
  const line = (name: string, field: keyof Held, shown: (value: number) => string): Result => ({
    name: `Console, ${name} on page ${PAGES.late} of ${EXECUTIONS} executions, against page ${PAGES.early}`,
    ours: shown(late[field]),
    reference: shown(early[field]),
    ratio: late[field] / early[field],
    aim: 'about 1',
  });
  return [
    line('JavaScript heap', 'heapMib', (mib) => `${mib.toFixed(1)} MB`),
    line('nodes of the document', 'nodes', String),
    line('listeners', 'listeners', String),
  ];
}

/** Turns the pages up to this one, as a person would. */
async function goTo(page: Page, last: number): Promise<void> {
  const pages = page.getByRole('navigation', { name: 'Pages of the list' });
  const shown = async () => Number(await pages.locator('[aria-current="page"]').textContent());
  for (let number = await shown(); number < last; number += 1) {
    await pages.getByRole('button', { name: 'Next page' }).click();
    await pages.locator('[aria-current="page"]', { hasText: String(number + 1) }).waitFor();
    await page.locator('table[aria-busy="false"]').waitFor();
  }
}

/** What a page holds once all that nobody needs is gone. */
interface Held {
  heapMib: number;
  nodes: number;
  listeners: number;
}

async function held(session: CDPSession): Promise<Held> {
  // What the first collection finalizes, the second one frees.
  for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage');
  const metric = await metricsOf(session);
  return {
    heapMib: metric('JSHeapUsedSize') / KIB / KIB,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

/** What the browser says of a page, by name. */
async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}

/** A browser of an owner of the partner, signed in at a place of the console. */
async function open(bench: Bench, browser: Browser, partner: BenchPartner, place: string): Promise<Page> {
  const { stack } = bench;
  const person = {
    email: `bench-${randomBytes(6).toString('hex')}@example.com`,
    password: randomBytes(12).toString('hex'),
  };
  const admin = { authorization: `Bearer ${stack.credentials.admin_key}` };
  await call(stack, 'POST', `/3pi-partners/${partner.id}/users`, admin, { ...person, name: 'Bench', role: 'owner' });
  const context: BrowserContext = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(addressOf(bench, place));
  await signInAt(page, person);
  await settled(page);
  return page;
}

function addressOf({ stack }: Bench, place: string): string {
  return `${stack.urls.apiOrigin}/console${place}`;
}

async function fillBoard({ database }: Bench, partner: BenchPartner, cardsAColumn: number): Promise<void> {
  await database.query(
    `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, settled_at,
                               created_at, updated_at)
     SELECT $1, 'Moving a data warehouse to the cloud, part ' || n, 'blog_post', kanban_status, repeat('Plain words of a post. ', 20),
            'Plain words of a post.', 100, false, now(), now(), now()
     FROM unnest(ARRAY['generated', 'review', 'ready', 'published']) AS kanban_status, generate_series(1, $2::int) AS n`,
    [partner.id, cardsAColumn],
  );
}
