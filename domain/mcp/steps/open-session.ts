import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { PROTOCOL_VERSION, SESSION_ID_LENGTH, type SessionOwner } from '../rules.ts';
import { insertSession } from '../session-store.ts';
import { sessionTopic } from '../topics.ts';

/** Opens a session; returns its id. Those of the subject that are too many end, the longest unused first. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'notifications'>,
  _call: Call,
  { owner, client }: { owner: SessionOwner; client: { name: string; version: string } },
): Promise<string> {
  const id = deps.ids.base62(SESSION_ID_LENGTH);
  const ended = await insertSession(deps.db, deps.clock.now(), {
    id,
    partner_id: owner.partnerId,
    subject: owner.subject,
    client_id: owner.clientId,
    protocol_version: PROTOCOL_VERSION,
    client_name: client.name,
    client_version: client.version,
  });
  for (const other of ended) deps.notifications.notify(sessionTopic(other));
  return id;
}
