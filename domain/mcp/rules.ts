import { LOG_LEVELS, SESSION_IDLE_MS } from './table.ts';
import type { McpLogLevel, McpSessionRow } from './types.ts';

/** The only version of the protocol that is spoken; clients that offer an older one are answered with it. */
export const PROTOCOL_VERSION = '2025-11-25';

/** Versions that a request may name in its header: what differs between them is no matter of a single request. */
export const KNOWN_VERSIONS: readonly string[] = [PROTOCOL_VERSION, '2025-06-18', '2025-03-26', '2024-11-05'];

/** Sessions of one subject; one more ends the one that was used longest ago. */
export const MAX_SESSIONS_PER_SUBJECT = 100;
/** Resources whose updates one session hears of. */
export const MAX_SUBSCRIPTIONS = 100;
/** The moment of the last use is written down this often. */
export const TOUCH_MS = 300_000;

/** Whether a message of a level goes to a session that asked for another level or worse. */
export function isLogged(level: McpLogLevel, threshold: McpLogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}

/** Whether a session may still be used. */
export function isOpenSession(session: McpSessionRow, now: Date): boolean {
  return session.ended_at === null && now.getTime() - session.last_seen_at.getTime() < SESSION_IDLE_MS;
}

/** Topic on which a session's streams hear that one of them was replaced, or that the session has ended. */
export function sessionTopic(id: string): string {
  return `mcp-session:${id}`;
}
