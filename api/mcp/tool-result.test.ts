import { expect, test } from '@jest/globals';
import { MAX_TEXT, summarize } from './tool-result.ts';

test('a text that is cut says where the rest is, and has what the tool is called for in full', () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ item_id: index, title: 'A title of some length' }));
  const body = 'x'.repeat(2 * MAX_TEXT);
  const text = summarize({ items, body }, new Set(['body']));
  const cut = text.slice(0, text.indexOf('\n\nbody:\n'));
  expect(cut.length).toBeLessThanOrEqual(MAX_TEXT);
  expect(cut).toMatch(/\n… The rest is in structuredContent; lists take per_page and page\.$/);
  expect(text.endsWith(`\n\nbody:\n${body}`)).toBe(true);
  expect(summarize({ items: items.slice(0, 2) })).not.toContain('The rest');
});
