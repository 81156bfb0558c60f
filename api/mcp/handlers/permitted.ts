import type { Actor, RequiredPermission } from '../../../domain/kernel/call.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import { permits } from '../../../domain/kernel/invoke.ts';
import { PERMISSIONS } from '../../../domain/kernel/permissions.ts';

/** What is found; undefined where the caller's role or scope does not permit it. */
export async function visible<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return undefined;
    throw error;
  }
}

/** Whether the caller's role in its team permits a tool or a kind of resource. */
export function isPermitted(actor: Actor, permission: RequiredPermission): boolean {
  if (permission === 'partner') return true;
  // What is for administrators, feeds or the console is no permission of a role.
  const known = PERMISSIONS.find((one) => one === permission);
  return known !== undefined && permits(actor, known);
}
