import Big from 'big.js';
import type { Db } from '../../kernel/deps.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { maxMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { createUsageRecordBody } from '../schema.ts';
import { findUsageRecord, insertUsageRecord, sumUnbilled } from '../store.ts';
import type { UsageRecordRow } from '../table.ts';

/** Imports metered usage from a metering system; marketplace invoices are made from it. */
export const createUsageRecord = operation({
  name: 'usage_records.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createUsageRecordBody,
  async change(tx, { input, target: partner }) {
    requireTime(tx.now, input.occurred_at);
    const reference = input.reference ?? null;
    const record = await insertUsageRecord(tx.em, tx.now, { ...input, reference, partner_id: partner.id });
    if (!record) throw conflict(`The partner has a usage record with the reference "${reference}".`);
    await requireBillable(tx.em, record);
    return record;
  },
  audit: ({ id, partner_id }) => ({ type: 'usage_record', id, partnerId: partner_id }),
  async recover(deps, _call, madeId) {
    const record = await findUsageRecord(deps.db, Number(madeId));
    if (!record) throw notFound('Usage record');
    return record;
  },
});

/** Earliest time of use; that of payments. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** How far the clocks of metering systems may be ahead, milliseconds; that of payment gateways. */
const MAX_AHEAD_MS = 300_000;

/** Use of the future would wait for its month unseen, which after a slip in the year or the unit never comes. */
function requireTime(now: Date, occurredAt: Date): void {
  const time = occurredAt.getTime();
  if (time > now.getTime() + MAX_AHEAD_MS) throw invalid({ occurred_at: ['Must not be in the future.'] });
  if (time < EARLIEST) throw invalid({ occurred_at: ['Must not be before 2000.'] });
}

/** One invoice may have to bill all use of the partner in the currency. */
async function requireBillable(db: Db, { partner_id, currency }: UsageRecordRow): Promise<void> {
  const sum = await sumUnbilled(db, partner_id, currency);
  if (new Big(sum).lte(maxMinorUnits(currency))) return;
  const message = `Lifts the partner's use in ${currency} that is not billed yet beyond what the books hold.`;
  throw invalid({ quantity: [message] });
}
