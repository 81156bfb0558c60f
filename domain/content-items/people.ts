import type { Call } from '../kernel/call.ts';
import type { Db } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { ROLE_PERMISSIONS } from '../kernel/permissions.ts';
import { references } from '../kernel/references.ts';
import { recordId } from '../kernel/schema.ts';
import { findPerson, lockMember } from '../users/store.ts';
import type { UserRow } from '../users/table.ts';
import type { ContentItemRow } from './table.ts';

/** People that an item or a filter names; null: nobody, undefined: anybody. */
interface NamedPeople {
  assignee_id?: number | null | undefined;
  reviewer_id?: number | null | undefined;
}

/** The people that a request names; 404 for one who is not there, 403 for another partner's. */
export const namedPeople = references({ assignee_id: recordId, reviewer_id: recordId }, (deps, call, named) =>
  requireMembers(deps.db, call, named),
);

/**
 * Looks up the people that an item is to have; they cannot be removed from the team before the transaction ends. Throws
 * NOT_FOUND, FORBIDDEN, and VALIDATION_ERROR for a reviewer who may approve nothing.
 */
export async function requirePeople(db: Db, call: Call, named: NamedPeople): Promise<void> {
  const { reviewer } = await requireMembers(db, call, named, lockMember);
  if (reviewer && !mayReview(reviewer))
    throw invalid({ reviewer_id: ['Must be somebody whose role has manage_content.'] });
}

/**
 * Who of these people is of the partner's team and may do what they are named for by now; they cannot be removed from the
 * team before the transaction ends.
 */
export async function remainingPeople(
  db: Db,
  partnerId: number,
  { assignee_id, reviewer_id }: Pick<ContentItemRow, 'assignee_id' | 'reviewer_id'>,
): Promise<Pick<ContentItemRow, 'assignee_id' | 'reviewer_id'>> {
  const member = async (id: number | null) => {
    const found = id === null ? null : await lockMember(db, id);
    return found?.partner_id === partnerId ? found : null;
  };
  const [assignee, reviewer] = [await member(assignee_id), await member(reviewer_id)];
  return { assignee_id: assignee?.id ?? null, reviewer_id: reviewer && mayReview(reviewer) ? reviewer.id : null };
}

function mayReview({ role }: UserRow): boolean {
  return ROLE_PERMISSIONS[role].includes('manage_content');
}

/** The people of the partner's team with these numbers. Throws NOT_FOUND and FORBIDDEN. */
export async function requireMembers(
  db: Db,
  call: Call,
  { assignee_id, reviewer_id }: NamedPeople,
  find: (db: Db, id: number) => Promise<UserRow | null> = findPerson,
) {
  const member = async (id: number) => ownedBy(call, 'Person', await find(db, id), ({ partner_id }) => partner_id);
  const assignee = assignee_id == null ? null : await member(assignee_id);
  const reviewer = reviewer_id == null ? null : await member(reviewer_id);
  return { assignee, reviewer };
}
