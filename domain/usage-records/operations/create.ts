import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import type { Partner } from '../../partners/store.ts';
import { namedPartner } from '../../partners/target.ts';
import { createUsageRecordBody } from '../schema.ts';
import { findUsageRecord, insertUsageRecord } from '../store.ts';

/** Takes metered use over from a metering system; marketplace invoices are made from it. */
export const createUsageRecord = operation({
  name: 'usage_records.create',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: createUsageRecordBody,
  run: (deps, call, body, partner: Partner) =>
    deps.transaction(call, async (tx) => {
      const reference = body.reference ?? null;
      const record = await insertUsageRecord(tx.em, tx.now, { ...body, reference, partner_id: partner.id });
      if (!record) throw conflict(`The partner has a usage record with the reference "${reference}".`);
      tx.audit({
        type: 'usage_record',
        id: record.id,
        partnerId: partner.id,
      });
      tx.made({ type: 'usage_record', id: record.id });
      return record;
    }),
  recover: async (deps, _call, madeId) => {
    const record = await findUsageRecord(deps.db, Number(madeId));
    if (!record) throw notFound('Usage record');
    return record;
  },
});
