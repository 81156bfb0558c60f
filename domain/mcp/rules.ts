import type { McpLogLevel, McpSessionRow } from './table.ts';
import { LOG_LEVELS, SESSION_IDLE_MS } from './table.ts';

/** The only version of the protocol that is spoken; clients that offer an older one are answered with it. */
export const PROTOCOL_VERSION = '2025-11-25';

/** Versions that a request may name in its header: what differs between them is no matter of a single request. */
export const KNOWN_VERSIONS: readonly string[] = [PROTOCOL_VERSION, '2025-06-18', '2025-03-26', '2024-11-05'];

/** Sessions of one subject; one more ends the one that was used longest ago. */
export const MAX_SESSIONS_PER_SUBJECT = 100;
/** Resources of whose updates one session is notified. */
export const MAX_SUBSCRIPTIONS = 100;
/** The moment of the last use is written down this often. */
export const TOUCH_MS = 300_000;

/** Whether a message of a level goes to a session that asked for another level or worse. */
export function isLogged(level: McpLogLevel, threshold: McpLogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}

/** Who a session belongs to. */
export interface SessionOwner {
  partnerId: number;
  subject: string;
  clientId: string;
}

/** Characters of a session's id: 256 random bits. */
export const SESSION_ID_LENGTH = 43;
/** What the id of a session looks like. */
export const SESSION_ID_FORM = /^[0-9A-Za-z]{43}$/;

/** Whether a text can be the id of a session; what cannot needs no lookup. */
export function isSessionId(text: string): boolean {
  return SESSION_ID_FORM.test(text);
}

/** Whether the session is there, open, and the owner's own. */
export function isUsable(session: McpSessionRow | null, owner: SessionOwner, now: Date): session is McpSessionRow {
  if (!session || session.ended_at !== null || idleMs(session, now) >= SESSION_IDLE_MS) return false;
  return session.partner_id === owner.partnerId && session.subject === owner.subject;
}

/** Whether it is time to write down that the session is in use. */
export function isStale(session: McpSessionRow, now: Date): boolean {
  return idleMs(session, now) >= TOUCH_MS;
}

function idleMs(session: McpSessionRow, now: Date): number {
  return now.getTime() - session.last_seen_at.getTime();
}
