import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Actor } from '../../../domain/kernel/call.ts';
import { memoize } from '../../../domain/kernel/memoize.ts';
import type { McpContext } from '../context.ts';
import { CODES, cacheSerialized, RpcError, truncateName } from '../json-rpc.ts';
import type { Tool, ToolDescription } from '../tool.ts';
import type { ToolAnswer } from '../tool-options.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { isPermitted } from './permitted.ts';

/** Tools per page, within a session and without. */
const PAGE = { session: 10, modern: 50 } as const;

/** The pages of the tools that a caller may use; cached per role. */
export function toolPages(tools: readonly Tool[], version: keyof typeof PAGE): (actor: Actor) => ListToolsResult[] {
  const perPage = PAGE[version];
  return memoize(roleOf, (actor) => {
    const permitted = permittedTools(actor, tools);
    const starts = permitted.flatMap((_tool, index) => (index % perPage === 0 ? [index] : []));
    return starts.map((start) => {
      const end = start + perPage;
      const next = end < permitted.length && { nextCursor: writeCursor([end]) };
      return cacheSerialized({ tools: permitted.slice(start, end), ...next });
    });
  });
}

const PAST_THE_END: ListToolsResult = { tools: [] };

/** A page of the tools that the caller may use; empty after the last page. */
export function listTools(pages: readonly ListToolsResult[], cursor: string | undefined): ListToolsResult {
  const [start = 0] = readCursor(cursor, 1);
  return pages[start / (pages[0]?.tools.length || 1)] ?? PAST_THE_END;
}

/** Runs a tool. Throws -32602 for an unknown one, -32603 for one that the caller's role does not permit. */
export async function callTool(
  tools: readonly Tool[],
  context: McpContext,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${truncateName(name)}`);
  requirePermitted(context.call.actor, tool);
  const result = await tool.call(context, given);
  context.log('debug', {
    message: `Tool ${name} was called`,
    tool: name,
    is_error: 'isError' in result && result.isError === true,
  });
  return result;
}

/**
 * The property of a caller that decides which tools it may use; empty for keys, which may use all tools for partners.
 */
function roleOf(actor: Actor): string {
  return ('role' in actor && actor.role) || '';
}

/** Throws -32603 when the caller's role does not permit the tool. */
function requirePermitted(actor: Actor, { name, permission }: Tool): void {
  if (isPermitted(actor, permission)) return;
  throw new RpcError(CODES.internalError, `Your role does not permit "${name}"; it needs ${permission}.`, {
    code: 'FORBIDDEN',
    permission,
  });
}

/** Descriptions of the tools that the caller may use. */
function permittedTools(actor: Actor, tools: readonly Tool[]): ToolDescription[] {
  return tools.filter(({ permission }) => isPermitted(actor, permission)).map(({ description }) => description);
}
