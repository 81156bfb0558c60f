import { grantCredits } from '../../credits/ledger.ts';
import { findEntryById } from '../../credits/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { addCreditsBody, partnerParams } from '../schema.ts';
import { partnerFromPath } from '../target.ts';

/** An administrator adds credits to a partner's account, or corrects its balance. */
export const addCredits = operation({
  name: 'credits.add',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: addCreditsBody,
  change(tx, { deps, call, input: { amount, reason }, target: partner }) {
    // Without an Idempotency-Key, a repeat cannot be distinguished from a second booking of the same amount.
    const reference = call.idempotency ? `request:${call.idempotency.rowId}` : `booking:${deps.ids.uuid()}`;
    const kind = amount > 0 ? 'grant' : 'adjustment';
    return grantCredits(tx, { partnerId: partner.id, kind, amount, reference, reason });
  },
  audit: ({ id }, { input, target }) => ({ type: 'credit_entry', id, partnerId: target.id, details: { ...input } }),
  async recover(deps, _call, madeId) {
    const entry = await findEntryById(deps.db, Number(madeId));
    if (!entry) throw notFound('Entry');
    return entry;
  },
});
