import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { consolePersonOf } from '../kernel/invoke.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { ROLE_PERMISSIONS, type Role } from '../kernel/permissions.ts';
import { findKeyById } from './store.ts';
import type { PartnerKeyRow } from './table.ts';

/** A key of the person's partner: 404 for none, 403 for another partner's. */
export async function ownKeyFromPath(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<PartnerKeyRow> {
  return ownedBy(call, 'Key', await findKeyById(db, id), (key) => key.partner_id);
}

/** The role that keys of this person have: none for an owner, whose keys may do everything. */
export function roleOfNewKey({ actor }: Call): Role | null {
  const { role } = consolePersonOf(actor);
  return role === 'owner' ? null : role;
}

/**
 * Refuses a person the text, or the settings, of a key that may do more than they may themselves. FORBIDDEN. Revoking
 * takes only, so everybody who manages keys may do that.
 */
export function requireWithinOwnRole({ actor }: Call, key: Pick<PartnerKeyRow, 'role'>): void {
  const own = ROLE_PERMISSIONS[consolePersonOf(actor).role];
  const ofKey = ROLE_PERMISSIONS[key.role ?? 'owner'];
  if (ofKey.every((permission) => own.includes(permission))) return;
  throw new AppError('FORBIDDEN', 'This key may do more than your role; only an owner can rotate or change it.');
}
