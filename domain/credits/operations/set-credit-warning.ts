import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { integer } from '../../kernel/schema.ts';
import { warnWhereLow } from '../ledger.ts';
import { lockAccount, readAccount, saveThreshold, unmarkLow } from '../store.ts';
import type { CreditAccountRow } from '../table.ts';

const creditWarningBody = z.object({
  threshold: integer(0, 1_000_000_000)
    .nullable()
    .describe('Credits; 0 disables the warning. null means a fifth of the balance after the last purchase or grant.'),
});

/** Sets the balance below which the partner is warned; a balance that is below it warns at once. */
export const setCreditWarning = operation({
  name: 'credits.set_warning',
  permission: 'manage_billing',
  params: nothing,
  input: creditWarningBody,
  lock: (tx, call) => lockAccount(tx.em, partnerOf(call)),
  current: ({ db }, call) => readAccount(db, partnerOf(call)),
  async change(tx, { call, input }): Promise<CreditAccountRow> {
    const partnerId = partnerOf(call);
    const before = await lockAccount(tx.em, partnerId);
    if (before?.low_threshold === input.threshold) {
      tx.unchanged();
      return before;
    }
    await saveThreshold(tx.em, partnerId, input.threshold);
    await unmarkLow(tx.em, partnerId);
    await warnWhereLow(tx, partnerId);
    return readAccount(tx.em, partnerId);
  },
  audit: ({ partner_id }, { input }) => ({ type: 'credit_warning', id: partner_id, details: input }),
});
