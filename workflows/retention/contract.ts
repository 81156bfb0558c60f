import type { ScheduledFlow } from '../commands.ts';

/** Deletes rows that are past their retention. */
export const RETENTION = {
  workflow: 'retention',
  schedule: {
    id: 'mw-retention',
    cron: '15 3 * * *',
    overlap: 'SKIP',
    catchUpMs: 86_400_000,
    summary: 'Deletes what is past its time',
    note: 'Deletes old events, audit lines and kept answers. Safe to pause; safe to trigger by hand.',
  },
} as const satisfies ScheduledFlow;
