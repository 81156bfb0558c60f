import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { findKey } from './store.ts';
import type { PartnerKeyRow } from './table.ts';

/** The key in the path; a key of a partner other than the one in the path is not found. */
export function keyFromPath(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; key_id: number },
): Promise<PartnerKeyRow> {
  return getKey(deps.db, params.partner_id, params.key_id);
}

/** A key of the partner; throws NOT_FOUND. */
export async function getKey(db: Db, partnerId: number, keyId: number): Promise<PartnerKeyRow> {
  const key = await findKey(db, partnerId, keyId);
  if (!key) throw notFound('Key');
  return key;
}
