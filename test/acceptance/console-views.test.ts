import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addressOf, openConsole, settled, Visitor } from '../environment/console.ts';
import { consolePlaces } from '../environment/console-places.ts';
import { execute } from '../environment/executions.ts';
import { Traffic } from '../environment/traffic.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** JavaScript that a view may load, as it is sent. */
const MOST_KIB = { '/': 200, '/board': 200, '/capabilities/blog_post': 206 };

/** Bytes of the scripts that the page has loaded, as they were sent. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}

test.each(Object.entries(MOST_KIB))('%s loads at most %d KiB of JavaScript', async (place, mostKib) => {
  await execute(partner, 'blog_post', { settings: { topic: 'Light pages' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place, person);
  await settled(page);
  await page.waitForFunction("performance.getEntriesByType('resource').every(({ responseEnd }) => responseEnd > 0)");
  const bytes = await scriptBytes(page);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(mostKib * 1024);
  await visitor.leave();
});

/** Requests of a view when it is opened by its address, with what the shell asks for; event streams are among them. */
const MOST_REQUESTS = 3;
/** Requests that follow each other. */
const LONGEST_CHAIN = 2;

/** Views that ask for one thing more, opened by their address. */
const OVER = [
  // The guardrail hits of a text stand in its execution, which the text names.
  /^\/content\//,
  // The form of a trigger is that of the capability that it starts.
  /^\/triggers\/\d+\/edit$/,
  // What can be bought is asked for where the invoice is open.
  /^\/invoices\/INV-/,
  // A delivery, its attempts, and the address of its webhook.
  /\/deliveries\//,
];

test('no view asks for more than three things, nor for one after the other more than once', async () => {
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
    if (OVER.some((view) => view.test(place))) continue;
    if (calls.length > MOST_REQUESTS || chain > LONGEST_CHAIN) tooMuch[place] = { chain, calls };
  }
  expect(tooMuch).toEqual({});
  await visitor.leave();
});
