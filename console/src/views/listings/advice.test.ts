import { expect, test } from '@jest/globals';
import { adviceByPart } from './advice.ts';

const advice = (
  part: 'title' | 'description' | 'images',
  fix: string,
  points: number,
  observed = `${fix} is missing.`,
) => ({ rule: `${part}.${observed}`, part, possible: points + 1, earned: 1, observed, fix, text: null });

test('a proposal that several rules make is one, with the points of all and what each has seen', () => {
  const [title] = adviceByPart([
    advice('title', 'Write "A".', 5, 'No brand.'),
    advice('title', 'Write "A".', 3, 'Praise.'),
    advice('title', 'Write "A".', 2, 'Loud.'),
  ]);
  expect(title).toEqual({
    part: 'title',
    points: 10,
    proposals: [{ fix: 'Write "A".', points: 10, observed: ['No brand.', 'Praise.', 'Loud.'], rule: undefined }],
  });
});

test('a proposal with a text names a rule by which it is made a draft', () => {
  const [title] = adviceByPart([
    { ...advice('title', 'Write "A".', 5, 'No brand.'), text: 'A' },
    advice('title', 'Write less.', 3, 'Long.'),
  ]);
  expect(title?.proposals.map(({ rule }) => rule)).toEqual(['title.No brand.', undefined]);
});

test('parts and their proposals are in the order of points', () => {
  const parts = adviceByPart([advice('images', 'Media', 6), advice('images', 'Logo', 4), advice('title', 'Words', 2)]);
  expect(parts.map(({ part, points, proposals }) => [part, points, proposals.map(({ fix }) => fix)])).toEqual([
    ['images', 10, ['Media', 'Logo']],
    ['title', 2, ['Words']],
  ]);
});

test('the points of a part decide, not those of its greatest proposal', () => {
  const parts = adviceByPart([advice('title', 'Words', 5), advice('images', 'Media', 4), advice('images', 'Logo', 3)]);
  expect(parts.map(({ part, points }) => [part, points])).toEqual([
    ['images', 7],
    ['title', 5],
  ]);
});

test('what holds the score down comes first, whatever its points', () => {
  const parts = adviceByPart([
    advice('description', 'Contact', 3, 'An address.'),
    advice('title', 'Words', 13),
    advice('description', 'Length', 8),
  ]);
  expect(parts.map(({ part, proposals }) => [part, proposals.map(({ fix }) => fix)])).toEqual([
    ['description', ['Contact', 'Length']],
    ['title', ['Words']],
  ]);
});
