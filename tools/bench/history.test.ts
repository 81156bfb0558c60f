import { expect, test } from '@jest/globals';
import { compare } from './compare.ts';
import { linesOf, type Recorded, recordedIn } from './history.ts';

const HEAD = 'commit,date,measurement,ratio,least,greatest,aim\n';
const now = new Date('2026-05-10T12:00:00Z');

const recorded = (commit: string, ratio: number, spread: Recorded['spread'], aim = '<= 2'): Recorded => ({
  commit,
  date: '2026-05-10',
  measurement: 'Execute "blog_post", one',
  ratio,
  spread,
  aim,
});

test('results are read as they were recorded, with three digits', () => {
  const results = [
    { name: 'Execute "blog_post", one', ours: '1 s', reference: '2 s', ratio: 1.2345, aim: '<= 2' },
    {
      name: 'Poll',
      ours: '1/s',
      reference: '2/s',
      ratio: 0.5,
      spread: [0.41, 0.62] as [number, number],
      aim: '>= 0.6',
    },
  ];
  expect(recordedIn(HEAD + linesOf(results, { commit: 'abc', now }))).toEqual([
    { ...recorded('abc', 1.23, null) },
    { ...recorded('abc', 0.5, [0.41, 0.62], '>= 0.6'), measurement: 'Poll' },
  ]);
});

test.each<[string, Recorded, Recorded, string]>([
  ['spreads that overlap', recorded('a', 1, [0.9, 1.2]), recorded('b', 1.4, [1.1, 1.6]), 'same'],
  ['more of what should be little', recorded('a', 1, [0.9, 1.2]), recorded('b', 1.4, [1.3, 1.6]), 'worse'],
  ['less of it', recorded('a', 1.4, [1.3, 1.6]), recorded('b', 1, [0.9, 1.2]), 'better'],
  ['less of what should be much', recorded('a', 1, null, '>= 1'), recorded('b', 0.7, null, '>= 1'), 'worse'],
  ['a little less, from one round', recorded('a', 1, null, '>= 1'), recorded('b', 0.8, null, '>= 1'), 'same'],
  ['an aim without a direction', recorded('a', 1, null, 'reported'), recorded('b', 2, null, 'reported'), 'changed'],
])('%s: %s', (_what, before, after, verdict) => {
  expect(compare([before, after])).toMatchObject([{ before, after, verdict }]);
});

test('the last two commits are compared, or those that are named, by the newest results of each', () => {
  const history = [recorded('a', 1, null), recorded('b', 5, null), recorded('b', 2, null), recorded('c', 3, null)];
  expect(compare(history)).toMatchObject([{ before: { ratio: 2 }, after: { ratio: 3 } }]);
  expect(compare(history, ['a'])).toMatchObject([{ before: { ratio: 1 }, after: { ratio: 3 } }]);
  expect(compare(history, ['a', 'b'])).toMatchObject([{ before: { ratio: 1 }, after: { ratio: 2 } }]);
  expect(() => compare(history, ['d'])).toThrow('two commits');
  expect(() => compare([recorded('a', 1, null)])).toThrow('two commits');
});
