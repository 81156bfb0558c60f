import { z } from 'zod';
import type { ChartOfAccounts } from '../../kernel/invoicing.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { JournalDocument } from '../journal.ts';
import { readJournal } from '../journal-store.ts';

const query = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-03.')
    .describe('UTC month, `YYYY-MM`: what was issued, recorded, voided or written off in it.'),
});

/** The documents of a month, read while the file is written. */
export interface JournalExport {
  month: string;
  accounts: ChartOfAccounts;
  batches: AsyncIterable<JournalDocument[]>;
}

/** The journal of a month, over all partners. */
export const exportJournal = operation({
  name: 'bookkeeping.export_journal',
  permission: 'administrator',
  params: nothing,
  input: query,
  run: async ({ bulkReads, invoicing }, _call, { month }): Promise<JournalExport> => {
    const from = new Date(`${month}-01T00:00:00Z`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    return { month, accounts: invoicing.accounts, batches: readJournal(bulkReads('administrators'), from, to) };
  },
});
