import { permissionsChanged } from '../../kernel/change-notices.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams, updatePartnerBody } from '../schema.ts';
import { type Partner, updatePartner as saveChanges } from '../store.ts';
import { namedPartner, requirePartner } from '../target.ts';

/** Changes a partner; takes effect on its credentials with the next request. */
export const updatePartner = operation({
  name: 'partners.update',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: updatePartnerBody,
  run: (deps, call, changes, partner: Partner) =>
    deps.transaction(call, async (tx) => {
      if (Object.keys(changes).length === 0) return partner;
      await saveChanges(tx.em, tx.now, partner.id, changes);
      tx.audit({
        type: 'partner',
        id: partner.id,
        partnerId: partner.id,
        details: { ...changes },
      });
      tx.announce(permissionsChanged(partner.id));
      return requirePartner(tx.em, partner.id);
    }),
});
