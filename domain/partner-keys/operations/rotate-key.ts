import type { Deps, Tx } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ROTATION_REASON } from '../rules.ts';
import { keyFromPath, partnerKeyParams } from '../schema.ts';
import { newSecret } from '../secret.ts';
import { findKeyById, findPredecessor, replaceKey } from '../store.ts';
import type { PartnerKeyRow, RotatedKey } from '../table.ts';

/** Replaces a key with a new one with the same settings; the old one is refused from then on. */
export const rotatePartnerKey = operation({
  name: 'partner_keys.rotate',
  permission: 'administrator',
  params: partnerKeyParams,
  target: keyFromPath,
  input: nothing,
  change: (tx, { deps, target: old }) => replaceValidKey(tx, deps, old),
  audit: ({ key, revokedKeyId }) => ({
    type: 'partner_key',
    id: key.id,
    partnerId: key.partner_id,
    details: { revoked_key_id: revokedKeyId },
  }),
  async recover(deps, _call, madeId) {
    const key = await findKeyById(deps.db, Number(madeId));
    const old = key && (await findPredecessor(deps.db, key));
    if (!key || !old) throw notFound('Key');
    return { key, plaintext: null, revokedKeyId: old.id };
  },
});

/** Replaces the key with a new one with the same settings. Throws CONFLICT where it is revoked or expired. */
export async function replaceValidKey(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  old: Pick<PartnerKeyRow, 'id'>,
): Promise<RotatedKey> {
  const secret = newSecret('partner', ids);
  const key = await replaceKey(tx.em, tx.now, old.id, { secret, reason: ROTATION_REASON });
  if (!key) throw conflict('The key is revoked or expired; only a valid key can be rotated.');
  return { key, plaintext: secret.plaintext, revokedKeyId: old.id };
}
