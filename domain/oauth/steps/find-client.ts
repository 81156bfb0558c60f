import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { findUsableClient, type OauthClientRow } from '../client-store.ts';

/** The client of that public id; null when there is none, or its partner is suspended. */
export function findClient(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { clientId }: { clientId: string },
): Promise<OauthClientRow | null> {
  return findUsableClient(deps.db, clientId);
}
