import { permissionsChanged } from '../../kernel/change-events.ts';
import { invalid } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams, updatePartnerBody } from '../schema.ts';
import { updatePartnerRow } from '../store.ts';
import { getPartnerById, partnerFromPath } from '../target.ts';

/** Changes a partner; its credentials are affected from the next request on. */
export const updatePartner = operation({
  name: 'partners.update',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: updatePartnerBody,
  async change(tx, { deps, input, target: partner }) {
    if (Object.keys(input).length === 0) {
      tx.unchanged();
      return partner;
    }
    const { payment_terms_days: terms } = input;
    const payment_terms_days = terms === null ? deps.paymentTermsDays : terms;
    await updatePartnerRow(tx.em, tx.now, partner.id, { ...input, payment_terms_days });
    const changed = await getPartnerById(tx.em, partner.id);
    if (changed.tax_exemption_reason !== null && Number(changed.tax_rate) !== 0)
      throw invalid({ tax_exemption_reason: ['Must be null while the partner has a `tax_rate`.'] });
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'partner', id, partnerId: id, details: { ...input } }),
  changeEvent: ({ id }) => permissionsChanged(id),
});
