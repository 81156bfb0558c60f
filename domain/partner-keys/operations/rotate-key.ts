import { conflict, notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ROTATION_REASON } from '../rules.ts';
import { keyFromPath, partnerKeyParams } from '../schema.ts';
import { newSecret } from '../secret.ts';
import { findKeyById, findPredecessor, replaceKey } from '../store.ts';
import type { RotatedKey } from '../table.ts';

/** Replaces a key with a new one with the same settings; the old one is refused from then on. */
export const rotatePartnerKey = operation({
  name: 'partner_keys.rotate',
  permission: 'administrator',
  params: partnerKeyParams,
  target: keyFromPath,
  input: nothing,
  async change(tx, { deps, target: old }): Promise<RotatedKey> {
    const secret = newSecret('partner', deps.ids);
    const key = await replaceKey(tx.em, tx.now, old.id, { secret, reason: ROTATION_REASON });
    if (!key) throw conflict('The key is revoked or expired; only a valid key can be rotated.');
    return { key, plaintext: secret.plaintext, revokedKeyId: old.id };
  },
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
