import { integer, table, text, timestamp } from '../../infra/database/table.ts';

/** Requests counted in a window; only this area's own statements use it. */
export const rateCounterTable = table(
  'rate_counter',
  { key: text().key(), count: integer().default(0), window_ends_at: timestamp().default('-infinity') },
  { since: 'window_ends_at', days: 0, key: 'key' },
  { personal: ['activity'], nobody: 'Numbers of keys and partners; a row lives for a day at most.' },
);
