import type { ScheduledFlow } from '../commands.ts';

/** Bills the metered use up to the end of the last month. */
export const MONTHLY_INVOICES = {
  workflow: 'monthlyInvoices',
  schedule: {
    id: 'mw-monthly-invoices',
    cron: '0 1 1 * *',
    afterBillingGrace: true,
    // Each month is billed, also after an outage; the month follows from the scheduled time, not the start time.
    overlap: 'BUFFER_ALL',
    catchUpMs: 365 * 86_400_000,
    summary: 'Has the metered use up to the end of the last month billed',
    note: 'Bills the metered use up to the end of the last month for all partners, also what earlier months left. Safe to trigger by hand: what is billed is not billed again.',
  },
} as const satisfies ScheduledFlow;
