import { hash } from 'node:crypto';
import { followersTopic } from '../../infra/database/port.ts';
import { LOG_LEVELS, type McpLogLevel, type McpSessionRow, SESSION_IDLE_MS } from './table.ts';

/** The version of the protocol within sessions; clients that offer an older one get this one in the answer. */
export const PROTOCOL_VERSION = '2025-11-25';

/** The version without sessions, each of whose requests names it in `_meta`. */
export const MODERN_VERSION = '2026-07-28';

/** The versions that the server offers, newest first. */
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, PROTOCOL_VERSION];

/** Versions accepted in a request's header; they do not differ in single requests. */
export const KNOWN_VERSIONS: readonly string[] = [PROTOCOL_VERSION, '2025-06-18', '2025-03-26', '2024-11-05'];

/** Open sessions of one subject; one more ends the one unused for longest. */
export const MAX_SESSIONS_PER_SUBJECT = 100;
/** Resource subscriptions of one session. */
export const MAX_SUBSCRIPTIONS = 100;
/** How often the time of the last use is saved. */
export const TOUCH_MS = 300_000;

/** Whether a session with this threshold receives a message of the level. */
export function isLogged(level: McpLogLevel, threshold: McpLogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}

/** The owner of a session. */
export interface SessionOwner {
  partnerId: number;
  subject: string;
  clientId: string;
}

/** The key by which the session of a client's Mcp-Session-Id is kept and found: the database does not learn the id. */
export function sessionKeyOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url');
}

/** Characters of a session's id: 256 random bits. */
export const SESSION_ID_LENGTH = 43;
/** Form of a session's id. */
export const SESSION_ID_FORM = /^[0-9A-Za-z]{43}$/;

/** Whether a text can be a session's id; if not, no lookup is needed. */
export function isSessionId(text: string): boolean {
  return SESSION_ID_FORM.test(text);
}

/** Whether the session exists, is open, and belongs to the owner. */
export function isUsable(session: McpSessionRow | null, owner: SessionOwner, now: Date): session is McpSessionRow {
  if (!session || session.ended_at !== null || idleMs(session, now) >= SESSION_IDLE_MS) return false;
  return session.partner_id === owner.partnerId && session.subject === owner.subject;
}

/** Whether the time of the last use should be saved again. */
export function isStale(session: McpSessionRow, now: Date): boolean {
  return idleMs(session, now) >= TOUCH_MS;
}

function idleMs(session: McpSessionRow, now: Date): number {
  return now.getTime() - session.last_seen_at.getTime();
}

/** Topic on which a session's streams learn that one of them was replaced, or that the session has ended. */
export function sessionTopic(id: string): string {
  return `mcp-session:${id}`;
}

/** Topics that wake a session's stream of notifications. */
export function streamTopics(session: Pick<McpSessionRow, 'id' | 'partner_id'>): string[] {
  return [listenTopic(session.partner_id), sessionTopic(session.id)];
}

/** Topic that wakes the streams that notify a partner's clients of changes. */
export function listenTopic(partnerId: number): string {
  return followersTopic(partnerId);
}

/** Topic on which the process that handles a request learns that the client has cancelled it. */
export function cancellationTopic(session: Pick<McpSessionRow, 'id'>, requestId: string | number): string {
  return `mcp-request:${session.id}:${hash('sha256', JSON.stringify(requestId), 'hex').slice(0, 16)}`;
}
