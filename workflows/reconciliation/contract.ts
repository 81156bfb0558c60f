import type { ScheduledFlow } from '../commands.ts';

/** Compares the books. */
export const RECONCILIATION = {
  workflow: 'reconciliation',
  schedule: {
    id: 'mw-reconciliation',
    cron: '45 3 * * *',
    overlap: 'SKIP',
    catchUpMs: 86_400_000,
    summary: 'Compares ledger, payments, orders, use and invoices',
    note: 'Compares everything that the books record twice. It changes nothing: safe to pause and to trigger by hand.',
  },
} as const satisfies ScheduledFlow;
