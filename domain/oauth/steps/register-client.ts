import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { hashOfClientSecret } from '../client-secret.ts';
import { deleteClient, findUsableClient, insertClient } from '../client-store.ts';

/** What a client says of itself; of its secret a hash is kept. */
export interface Registration {
  clientId: string;
  name: string;
  metadata: Record<string, unknown>;
  secret: string | undefined;
}

/** Adds a client that registered itself: it belongs to no partner and acts for users only. */
export async function registerClient(
  deps: Pick<Deps, 'db' | 'clock'>,
  _call: Call,
  { clientId, name, metadata, secret }: Registration,
): Promise<void> {
  await insertClient(deps.db, deps.clock.now(), {
    client_id: clientId,
    partner_id: null,
    name,
    role: null,
    scopes: null,
    metadata: { ...metadata, ...(secret !== undefined && { client_secret: hashOfClientSecret(secret) }) },
  });
}

/** Removes a client, if there is one of that id. */
export async function unregisterClient(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { clientId }: { clientId: string },
): Promise<void> {
  const client = await findUsableClient(deps.db, clientId);
  if (client) await deleteClient(deps.db, client.id);
}
