import { hash } from 'node:crypto';
import { followersTopic } from '../../infra/database/port.ts';
import type { McpSessionRow } from './table.ts';

/** Topic on which a session's streams learn that one of them was replaced, or that the session has ended. */
export function sessionTopic(id: string): string {
  return `mcp-session:${id}`;
}

/** Topics that wake a session's stream of notifications. */
export function streamTopics(session: Pick<McpSessionRow, 'id' | 'partner_id'>): string[] {
  return [followersTopic(session.partner_id), sessionTopic(session.id)];
}

/** Topic on which the process that handles a request learns that the client has cancelled it. */
export function cancellationTopic(session: Pick<McpSessionRow, 'id'>, requestId: string | number): string {
  return `mcp-request:${session.id}:${hash('sha256', JSON.stringify(requestId), 'hex').slice(0, 16)}`;
}
