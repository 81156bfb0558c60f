import { expect, test } from '@jest/globals';
import { bar, timeline } from './charts.ts';

function step(key: string, from: number | null, to: number | null) {
  const at = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());
  return {
    key,
    status: 'completed' as const,
    started_at: at(from),
    completed_at: at(to),
    credits_used: 0,
    summary: null,
    reused_from: null,
  };
}

test('a bar keeps its width', () => {
  expect(bar(0, 4)).toBe('░░░░');
  expect(bar(50, 4)).toBe('██░░');
  expect(bar(130, 4)).toBe('████');
});

test('a timeline shows what ran at the same time; steps that did not run are left out', () => {
  const steps = [step('research', 0, 2), step('blog', 2, 4), step('emails', 2, 3), step('review', null, null)];
  expect(timeline(steps, 8)).toEqual([
    'research  ████      2.0 s',
    'blog          ████  2.0 s',
    'emails        ██    1.0 s',
  ]);
  expect(timeline([], 8)).toEqual([]);
});
