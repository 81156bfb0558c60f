import { hash } from 'node:crypto';
import type { McpSessionRow } from '../../domain/mcp/types.ts';
import type { RequestId } from './json-rpc.ts';

/** Topic on which the process that works on a request hears that the client has cancelled it. */
export function cancellationTopic(session: Pick<McpSessionRow, 'id'>, requestId: RequestId): string {
  return `mcp-request:${session.id}:${hash('sha256', JSON.stringify(requestId), 'hex').slice(0, 16)}`;
}
