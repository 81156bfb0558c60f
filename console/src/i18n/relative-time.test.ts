import { expect, test } from '@jest/globals';
import { formatRelative } from './relative-time.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test.each([
  ['2026-11-23T12:00:00Z', 'now'],
  ['2026-11-23T11:59:35Z', 'now'],
  ['2026-11-23T11:59:20Z', '1 minute ago'],
  ['2026-11-23T11:16:00Z', '44 minutes ago'],
  ['2026-11-23T11:10:00Z', '1 hour ago'],
  ['2026-11-22T15:00:00Z', '21 hours ago'],
  ['2026-11-22T12:00:00Z', 'yesterday'],
  ['2026-11-17T12:00:00Z', '6 days ago'],
  ['2026-11-16T12:00:00Z', undefined],
  ['2026-11-23T12:05:00Z', 'in 5 minutes'],
])('%s is %s', (iso, text) => {
  expect(formatRelative(new Intl.RelativeTimeFormat('en', { numeric: 'auto' }), iso, NOW)).toBe(text);
});

test('in German', () => {
  const german = new Intl.RelativeTimeFormat('de', { numeric: 'auto' });
  expect(formatRelative(german, '2026-11-23T11:55:00Z', NOW)).toBe('vor 5 Minuten');
});
