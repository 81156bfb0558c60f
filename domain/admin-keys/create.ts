import type { Ids, Tx } from '../kernel/deps.ts';
import { text } from '../kernel/schema.ts';
import { newSecret } from '../partner-keys/secret.ts';
import { insertAdminKey } from './store.ts';

/** What an administrator key may be called. */
export const adminKeyName = text(255);

/** Makes an administrator key; its plaintext leaves the service here and never again. */
export async function createAdminKey(
  tx: Tx,
  ids: Pick<Ids, 'base62'>,
  name: string,
): Promise<{ id: number; plaintext: string }> {
  const secret = newSecret('administrator', ids);
  const id = await insertAdminKey(tx.em, tx.now, name, secret);
  tx.audit({ type: 'admin_key', id: id, partnerId: null });
  return { id, plaintext: secret.plaintext };
}
