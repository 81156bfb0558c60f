import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { ownKeyFromPath, requireWithinOwnRole } from '../account-keys.ts';
import { ownKeyParams } from '../schema.ts';
import { findKeyById, findPredecessor } from '../store.ts';
import type { RotatedKey } from '../table.ts';
import { replaceValidKey } from './rotate-key.ts';

/** Replaces a key of the person's partner, as administrators do. Throws FORBIDDEN for a key that may do more than they. */
export const rotateAccountKey = operation({
  name: 'partner_keys.rotate',
  permission: 'console_admin',
  params: ownKeyParams,
  target: ownKeyFromPath,
  input: nothing,
  async change(tx, { deps, call, target: old }): Promise<RotatedKey> {
    requireWithinOwnRole(call, old);
    return replaceValidKey(tx, deps, old);
  },
  audit: ({ key, revokedKeyId }) => ({
    type: 'partner_key',
    id: key.id,
    details: { revoked_key_id: revokedKeyId },
  }),
  async recover(deps, call, madeId) {
    const key = ownedBy(call, 'Key', await findKeyById(deps.db, Number(madeId)), ({ partner_id }) => partner_id);
    const old = await findPredecessor(deps.db, key);
    if (!old) throw notFound('Key');
    return { key, plaintext: null, revokedKeyId: old.id };
  },
});
