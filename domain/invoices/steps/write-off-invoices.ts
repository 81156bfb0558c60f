import { subHours } from 'date-fns/subHours';
import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { DAYS_UNTIL_WRITTEN_OFF } from '../rules.ts';
import { writeOffInvoices as writeOff } from '../store.ts';

/** Invoices that one transaction writes off. */
const BATCH_SIZE = 500;

/** Writes off what is overdue for too long; the next round goes on with what is left. */
export const writeOffInvoices = step({
  name: 'invoices.write_off',
  input: nothing,
  output: z.object({ writtenOff: z.int() }),
  run: (deps, call) =>
    deps.transaction(call, async (tx) => {
      const dueBefore = subHours(tx.now, 24 * DAYS_UNTIL_WRITTEN_OFF);
      const rows = await writeOff(tx.em, tx.now, { dueBefore, limit: BATCH_SIZE });
      for (const { id, partner_id, number } of rows) {
        tx.audit({ type: 'invoice', id, partnerId: partner_id, details: { number } });
      }
      return { writtenOff: rows.length };
    }),
});
