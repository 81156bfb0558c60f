import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import type { Actor } from '../../../domain/kernel/call.ts';
import { memoize } from '../../../domain/kernel/memoize.ts';
import type { McpContext } from '../context.ts';
import { CODES, RpcError, truncateName } from '../json-rpc.ts';
import { cacheSerialized } from '../serialize.ts';
import type { Tool } from '../tool.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { permittedTools, requirePermitted, roleOf } from './permitted.ts';

/** Tools per page. */
const PAGE = 10;

/** The pages of the tools that a caller may use; cached per role. */
export function toolPages(tools: readonly Tool[]): (actor: Actor) => ListToolsResult[] {
  return memoize(roleOf, (actor) => {
    const permitted = permittedTools(actor, tools);
    const starts = permitted.flatMap((_tool, index) => (index % PAGE === 0 ? [index] : []));
    return starts.map((start) => {
      const end = start + PAGE;
      const next = end < permitted.length && { nextCursor: writeCursor([end]) };
      return cacheSerialized({ tools: permitted.slice(start, end), ...next });
    });
  });
}

/** A page of the tools that the caller may use; empty after the last page. */
export function listTools(pages: readonly ListToolsResult[], cursor: string | undefined): ListToolsResult {
  const [start = 0] = readCursor(cursor, 1);
  return pages[start / PAGE] ?? { tools: [] };
}

/** Runs a tool. Throws -32602 for an unknown one, -32603 for one that the caller's role does not permit. */
export async function callTool(
  tools: readonly Tool[],
  context: McpContext,
  name: string,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${truncateName(name)}`);
  requirePermitted(context.call.actor, tool);
  const result = await tool.call(context, given);
  context.log('debug', { message: `Tool ${name} was called`, tool: name, is_error: result.isError === true });
  return result;
}
