import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, openConsole, settled, Visitor } from '../environment/console.ts';
import { consolePlaces } from '../environment/console-places.ts';
import { execute } from '../environment/executions.ts';
import { Traffic } from '../environment/traffic.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(480_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** JavaScript that these views may load, as it is sent. */
const MOST_KIB = 200;
const WEIGHED = ['/', '/board', '/capabilities/blog_post'];
/** Files of JavaScript that a view may load. */
const MOST_FILES = 24;
/** Cumulative layout shift of a view while it appears. */
const MOST_SHIFT = 0.1;

/** What a page that has just been opened has cost: scripts as they were sent, and how far what it shows was moved. */
function costOf(page: Page): Promise<{ bytes: number; files: number; shift: number }> {
  return page.evaluate(`(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    const shifts = await new Promise((resolve) => {
      new PerformanceObserver((list, self) => { self.disconnect(); resolve(list.getEntries()); })
        .observe({ type: 'layout-shift', buffered: true });
      // Nobody is told of shifts that there were not.
      requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve([]))));
    });
    return {
      bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      files: scripts.length,
      shift: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    };
  })()`);
}

test.each(WEIGHED)(`%s loads at most ${MOST_KIB} KiB of JavaScript`, async (place) => {
  await execute(partner, 'blog_post', { settings: { topic: 'Light pages' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place, person);
  await settled(page);
  await waitUntil('all resources to be loaded', () =>
    page.evaluate<boolean>("performance.getEntriesByType('resource').every(({ responseEnd }) => responseEnd > 0)"),
  );
  const { bytes } = await costOf(page);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_KIB * 1024);
  await visitor.leave();
});

/** Requests of a view when it is opened by its address, with what the shell asks for; event streams are among them. */
const MOST_REQUESTS = 3;
/** Requests that follow each other. */
const LONGEST_CHAIN = 2;

test('no view asks for more than it may, loads more files, or moves what it shows', async () => {
  const visitor = await Visitor.arrive(browser);
  const tooMuch: Record<string, unknown> = {};
  const places = await consolePlaces(partner);
  const page = await visitor.open('/', person);
  const traffic = new Traffic(page);
  for (const place of places) {
    await page.goto('about:blank');
    traffic.clear();
    await page.goto(addressOf(place));
    await page.locator('#content').waitFor();
    await settled(page);
    await traffic.settled(page);
    const { calls, chain } = traffic.summary();
    const { files, shift } = await costOf(page);
    if (calls.length > MOST_REQUESTS || chain > LONGEST_CHAIN) tooMuch[place] = { chain, calls };
    if (files > MOST_FILES || shift > MOST_SHIFT) tooMuch[`${place}, as it appears`] = { files, shift };
  }
  expect(tooMuch).toEqual({});
  await visitor.leave();
});
