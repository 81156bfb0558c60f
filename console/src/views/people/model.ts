import type { ListPeopleResponse } from '../../api/generated/client/types.gen.ts';

/** A person of the team, with the number. */
export type Person = ListPeopleResponse['data'][number];
/** What somebody may do. */
export type Role = Person['attributes']['role'];

/** Roles from most to fewest permissions. */
const ROLES = ['owner', 'admin', 'editor', 'analyst', 'viewer'] as const satisfies readonly Role[];

/** Whether people of a role change the team. */
export function mayManage(role: Role | null): boolean {
  return role === 'owner' || role === 'admin';
}

/** Roles that somebody may give, and whose people they may change: only owners make owners, and change them. */
export function rolesOf(role: Role | null): readonly Role[] {
  if (!mayManage(role)) return [];
  return ROLES.filter((given) => role === 'owner' || given !== 'owner');
}
