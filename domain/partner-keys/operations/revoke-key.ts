import { operation } from '../../kernel/operation.ts';
import { getKey, keyFromPath, partnerKeyParams, revokeKeyBody } from '../schema.ts';
import { revokeKey } from '../store.ts';

/** Revokes a key permanently. A repeat changes nothing; the first reason stays. */
export const revokePartnerKey = operation({
  name: 'partner_keys.revoke',
  permission: 'administrator',
  params: partnerKeyParams,
  target: keyFromPath,
  input: revokeKeyBody,
  async change(tx, { input, target }) {
    if (!(await revokeKey(tx.em, tx.now, target.id, input.reason))) tx.unchanged();
    return getKey(tx.em, target.partner_id, target.id);
  },
  audit: ({ id, partner_id }, { input }) => ({
    type: 'partner_key',
    id,
    partnerId: partner_id,
    details: { reason: input.reason },
  }),
});
