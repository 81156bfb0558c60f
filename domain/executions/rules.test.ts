import { expect, test } from '@jest/globals';
import { isOpen, RETRYABLE, statesBefore, TRANSITIONS } from './rules.ts';
import { EXECUTION_STATUSES } from './table.ts';

test('work continues in the open states only', () => {
  expect(EXECUTION_STATUSES.filter(isOpen)).toEqual(['pending', 'planning', 'executing']);
});

test('each final state is reached from open states only, and left for the archive only', () => {
  for (const end of ['completed', 'failed', 'cancelled'] as const) {
    expect(statesBefore(end).every(isOpen)).toBe(true);
    expect(TRANSITIONS[end]).toEqual(['archived']);
  }
});

test('only an executing execution can complete', () => {
  expect(statesBefore('completed')).toEqual(['executing']);
});

test('what can be retried has ended without a result', () => {
  expect(RETRYABLE.filter(isOpen)).toEqual([]);
  expect(RETRYABLE).not.toContain('completed');
});
