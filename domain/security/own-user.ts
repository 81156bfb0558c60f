import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { conflict } from '../kernel/errors.ts';
import { consolePersonOf } from '../kernel/invoke.ts';
import { getUser } from '../users/schema.ts';
import type { UserRow } from '../users/table.ts';

/**
 * The user who is signed in to the console, for operations on passwords and second factors. Throws CONFLICT with an external
 * issuer, which keeps them.
 */
export async function ownUser(deps: Deps, { actor }: Call): Promise<UserRow> {
  requireOwnIssuer(deps);
  return getUser(deps.db, consolePersonOf(actor).userId);
}

/** Throws CONFLICT where an external issuer signs people in. */
export function requireOwnIssuer({ identity }: Pick<Deps, 'identity'>): void {
  if (identity.issuer === 'external')
    throw conflict('People sign in with an external issuer, which keeps their passwords and second factors.');
}
