import type { Me } from '../shell/me.ts';
import { useNames } from './names.ts';

/** Somebody of the team. */
export type TeamMember = NonNullable<Me['names']>['people'][number];

/** Roles whose people may approve and comment. */
const MANAGING_ROLES: readonly Me['role'][] = ['owner', 'admin', 'editor'];

const NOBODY: readonly TeamMember[] = [];

/** The people of the team. */
export function usePeople(): readonly TeamMember[] {
  return useNames()?.people ?? NOBODY;
}

/** Whether somebody may be asked to review. */
export function mayReview({ role }: TeamMember): boolean {
  return MANAGING_ROLES.includes(role);
}
