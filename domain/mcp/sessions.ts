import type { Deps } from '../kernel/deps.ts';
import { isOpenSession, PROTOCOL_VERSION, sessionTopic, TOUCH_MS } from './rules.ts';
import { endSession as end, insertSession, touchSession } from './session-store.ts';
import type { McpSessionRow } from './types.ts';

/** Who a session belongs to. */
export interface SessionOwner {
  partnerId: number;
  subject: string;
  clientId: string;
}

const ID_LENGTH = 43;
const ID_FORM = /^[0-9A-Za-z]{43}$/;

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'notifications'>;

/** Opens a session; returns its id, 256 random bits. */
export async function openSession(
  deps: SessionDeps,
  owner: SessionOwner,
  client: { name: string; version: string },
): Promise<string> {
  const id = deps.ids.base62(ID_LENGTH);
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

/** Whether a text can be the id of a session; what cannot needs no look-up. */
export function isSessionId(text: string): boolean {
  return ID_FORM.test(text);
}

/** Whether the session is there, open, and the owner's own. */
export function isUsable(session: McpSessionRow | null, owner: SessionOwner, now: Date): session is McpSessionRow {
  if (!session || !isOpenSession(session, now)) return false;
  return session.partner_id === owner.partnerId && session.subject === owner.subject;
}

/** Whether it is time to write down that the session is in use. */
export function isStale(session: McpSessionRow, now: Date): boolean {
  return now.getTime() - session.last_seen_at.getTime() >= TOUCH_MS;
}

/** Writes down that the session is in use. */
export function keepSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  session: McpSessionRow,
  position?: number,
): Promise<void> {
  return touchSession(deps.db, deps.clock.now(), session, position ?? null);
}

/** Ends a session; its streams end, on every process. */
export async function endSession(deps: Omit<SessionDeps, 'ids'>, session: McpSessionRow): Promise<void> {
  await end(deps.db, deps.clock.now(), session.id);
  deps.notifications.notify(sessionTopic(session.id));
}
