import { operation } from '../../kernel/operation.ts';
import { partnerKeyParams, revokeKeyBody } from '../schema.ts';
import { type PartnerKeyRow, revokeKey } from '../store.ts';
import { namedKey, requireKey } from '../target.ts';

/** Revokes a key for good; a repeat changes nothing, the first reason stays. */
export const revokePartnerKey = operation({
  name: 'partner_keys.revoke',
  permission: 'administrator',
  params: partnerKeyParams,
  target: namedKey,
  input: revokeKeyBody,
  run: (deps, call, { reason }, named: PartnerKeyRow) =>
    deps.transaction(call, async (tx) => {
      if (await revokeKey(tx.em, tx.now, named.id, reason)) {
        tx.audit({
          type: 'partner_key',
          id: named.id,
          partnerId: named.partner_id,
          details: { reason },
        });
      }
      return requireKey(tx.em, named.partner_id, named.id);
    }),
});
