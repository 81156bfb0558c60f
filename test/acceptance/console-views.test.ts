import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, settled, Visitor } from '../environment/console.ts';
import { execute } from '../environment/executions.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });

/** Bytes of JavaScript that a view may load, as they are sent. */
const MOST_BYTES = 200_000;

/** Bytes of the scripts that the page has loaded, as they were sent. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}

test.each(['/', '/board', '/capabilities/blog_post'])('%s loads at most 200 KB of JavaScript', async (place) => {
  await execute(partner, 'blog_post', { settings: { topic: 'Light pages' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place, person);
  await settled(page);
  await page.waitForFunction("performance.getEntriesByType('resource').every(({ responseEnd }) => responseEnd > 0)");
  const bytes = await scriptBytes(page);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  await visitor.leave();
});
