import { addMinutes } from 'date-fns/addMinutes';
import { differenceInSeconds } from 'date-fns/differenceInSeconds';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { ChartOfAccounts } from '../../kernel/invoicing.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { JournalDocument } from '../journal.ts';
import { readJournal } from '../journal-store.ts';

const query = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-03.')
    .describe('UTC month, `YYYY-MM`, in which documents were issued, recorded, voided or written off.'),
});

/** The documents of a month, read while the file is written. */
export interface JournalExport {
  month: string;
  accounts: ChartOfAccounts;
  batches: AsyncIterable<JournalDocument[]>;
}

/**
 * Minutes from the end of a month until all that began in it has ended. A document has the time at which its transaction began, by
 * a clock that may be minutes behind (an alert fires from 30 s on); the longest transaction, which bills the use of a month, has five minutes.
 */
const MINUTES_TO_CLOSE = 10;

/** The journal of a month, over all partners. Throws CONFLICT while documents of a month that has ended may still be missing. */
export const exportJournal = operation({
  name: 'bookkeeping.export_journal',
  permission: 'administrator',
  params: nothing,
  input: query,
  run: async ({ bulkReads, clock, invoicing }, _call, { month }): Promise<JournalExport> => {
    const from = new Date(`${month}-01T00:00:00Z`);
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
    const now = clock.now();
    const closesAt = addMinutes(to, MINUTES_TO_CLOSE);
    if (now >= to && now < closesAt) {
      throw new AppError('CONFLICT', 'This month has just ended. What began in it is not all recorded yet.', {
        retryAfterSeconds: differenceInSeconds(closesAt, now, { roundingMethod: 'ceil' }),
      });
    }
    return { month, accounts: invoicing.accounts, batches: readJournal(bulkReads('administrators'), from, to) };
  },
});
