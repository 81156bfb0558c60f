import { expect, test } from '@jest/globals';
import { readingTags } from './reading-tag.ts';

const tags = readingTags('https://market.example');

test.each(['"one"', 'W/"one"', '""', `"${'a'.repeat(200)}"`])('%s comes back out of the tag of its reading', (etag) => {
  const tag = tags.of(etag);
  expect(tag?.length).toBeLessThanOrEqual(255);
  expect(tag).not.toBe(etag);
  expect(tags.etagIn(tag)).toBe(etag);
});

test.each([undefined, '', 'one', '"one', '"o"ne"', '"one"\r\nx-more: 1', `"${'a'.repeat(201)}"`])(
  '%j is no tag',
  (etag) => {
    expect(tags.of(etag)).toBeNull();
  },
);

test('a reading at another marketplace has no tag here, nor has one without its mark', () => {
  expect(readingTags('https://other.example').etagIn(tags.of('"one"'))).toBeNull();
  expect(tags.etagIn('"one"')).toBeNull();
  expect(tags.etagIn(`${tags.of('"one"')}\r\nx-more: 1`)).toBeNull();
  expect(tags.etagIn(null)).toBeNull();
});
