import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError, conflict, notFound } from '../kernel/errors.ts';
import { type ConsolePerson, consolePersonOf, nothing } from '../kernel/invoke.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { ownedBy } from '../kernel/ownership.ts';
import type { Role } from '../kernel/permissions.ts';
import { recordId } from '../kernel/schema.ts';
import { countOtherOwners, findPerson, lockUser } from './store.ts';
import type { Person, UserRow } from './table.ts';

export const personParams = nothing.extend({ id: recordId.describe('Number of the person.') });

/** A person of the caller's team who was not removed. */
export async function ownPerson(deps: Deps, call: Call, { id }: { id: number }): Promise<Person> {
  return ownedBy(call, 'Person', await findPerson(deps.db, id), ({ partner_id }) => partner_id);
}

/** A person who was not removed; throws NOT_FOUND. */
export async function getPerson(db: Deps['db'], id: number): Promise<Person> {
  const person = await findPerson(db, id);
  if (!person) throw notFound('Person');
  return person;
}

/** Only owners make owners, and change them. Throws FORBIDDEN. */
export function requireMayHandle(caller: ConsolePerson, ...roles: readonly (Role | undefined)[]): void {
  if (caller.role !== 'owner' && roles.includes('owner')) {
    throw new AppError('FORBIDDEN', 'Only an owner invites, changes and removes owners.');
  }
}

/**
 * The person as it is now, locked with the team's people until the transaction ends, so that of two changes at once the second
 * sees the first. Throws NOT_FOUND and FORBIDDEN.
 */
export async function lockPerson(tx: Tx, call: Call, { id, partner_id }: UserRow): Promise<UserRow> {
  // In the order in which whoever names somebody adds a record.
  const person = await lockUser(tx.em, id);
  await lockPartner(tx.em, partner_id);
  if (!person || person.removed_at) throw notFound('Person');
  requireMayHandle(consolePersonOf(call.actor), person.role);
  return person;
}

/** A team keeps an owner. Throws CONFLICT for the last active one; the team's people are locked. */
export async function requireOtherOwner(tx: Tx, { id, partner_id, role, status }: UserRow): Promise<void> {
  if (role !== 'owner' || status !== 'active') return;
  if ((await countOtherOwners(tx.em, partner_id, id)) === 0) {
    throw conflict('This is the last owner of the team. Make somebody else an owner first.');
  }
}
