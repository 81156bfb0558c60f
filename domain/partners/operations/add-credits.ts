import { grantCredits } from '../../credits/ledger.ts';
import { findEntryById } from '../../credits/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { addCreditsBody, partnerParams } from '../schema.ts';
import type { Partner } from '../store.ts';
import { namedPartner } from '../target.ts';

/** An administrator adds credits to a partner's account, or corrects it. */
export const addCredits = operation({
  name: 'credits.add',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: addCreditsBody,
  run: (deps, call, { amount, reason }, partner: Partner) => {
    // Without an Idempotency-Key a repeat can't be told from a second booking of the same amount.
    const reference = call.idempotency ? `request:${call.idempotency.rowId}` : `booking:${deps.ids.uuid()}`;
    return deps.transaction(call, async (tx) => {
      const kind = amount > 0 ? 'grant' : 'adjustment';
      const entry = await grantCredits(tx, { partnerId: partner.id, kind, amount, reference, reason });
      tx.audit({
        type: 'credit_entry',
        id: entry.id,
        partnerId: partner.id,
        details: { amount, reason },
      });
      tx.made({ type: 'credit_entry', id: entry.id });
      return entry;
    });
  },
  recover: async (deps, _call, madeId) => {
    const entry = await findEntryById(deps.db, Number(madeId));
    if (!entry) throw notFound('Entry');
    return entry;
  },
});
