import { permissionsChanged } from '../../kernel/change-events.ts';
import { differs } from '../../kernel/differs.ts';
import { invalid } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams, updatePartnerBody } from '../schema.ts';
import { lockPartnerRow, updatePartnerRow } from '../store.ts';
import { getPartnerById, partnerFromPath } from '../target.ts';

/** Changes a partner; its credentials are affected from the next request on. */
export const updatePartner = operation({
  name: 'partners.update',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: updatePartnerBody,
  lock: (tx, _call, { id }) => lockPartnerRow(tx.em, id),
  async change(tx, { deps, input, target: partner }) {
    const { payment_terms_days: terms } = input;
    const changes = { ...input, payment_terms_days: terms === null ? deps.paymentTermsDays : terms };
    const before = await lockPartnerRow(tx.em, partner.id);
    if (before && !differs(before, changes)) {
      tx.unchanged();
      return getPartnerById(tx.em, partner.id);
    }
    await updatePartnerRow(tx.em, tx.now, partner.id, changes);
    const changed = await getPartnerById(tx.em, partner.id);
    if (changed.tax_exemption_reason !== null && Number(changed.tax_rate) !== 0)
      throw invalid({ tax_exemption_reason: ['Must be null while the partner has a `tax_rate`.'] });
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'partner', id, partnerId: id, details: { ...input } }),
  changeEvent: ({ id }) => permissionsChanged(id),
});
