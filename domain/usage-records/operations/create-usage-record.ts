import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { createUsageRecordBody } from '../schema.ts';
import { findUsageRecord, insertUsageRecord } from '../store.ts';

/** Imports metered usage from a metering system; marketplace invoices are made from it. */
export const createUsageRecord = operation({
  name: 'usage_records.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createUsageRecordBody,
  async change(tx, { input, target: partner }) {
    const reference = input.reference ?? null;
    const record = await insertUsageRecord(tx.em, tx.now, { ...input, reference, partner_id: partner.id });
    if (!record) throw conflict(`The partner has a usage record with the reference "${reference}".`);
    return record;
  },
  audit: ({ id, partner_id }) => ({ type: 'usage_record', id, partnerId: partner_id }),
  async recover(deps, _call, madeId) {
    const record = await findUsageRecord(deps.db, Number(madeId));
    if (!record) throw notFound('Usage record');
    return record;
  },
});
