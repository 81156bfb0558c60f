import type { CallToolResult } from '@modelcontextprotocol/server';
import type { McpContext } from '../context.ts';
import { CODES, echoed, RpcError } from '../json-rpc.ts';
import type { Tool, ToolDescription } from '../tool.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { permittedTools, requirePermitted } from './permitted.ts';

/** Tools a page. */
const PAGE = 10;

/** A page of the tools that the caller may use. */
export function listTools(
  tools: readonly Tool[],
  { call }: McpContext,
  cursor: string | undefined,
): { tools: ToolDescription[]; nextCursor?: string } {
  const [start = 0] = readCursor(cursor, 1);
  const permitted = permittedTools(call.actor, tools);
  const end = start + PAGE;
  return { tools: permitted.slice(start, end), ...(end < permitted.length && { nextCursor: writeCursor([end]) }) };
}

/** Runs a tool. Throws -32602 for one that is not there, -32603 for one that the caller's role does not permit. */
export async function callTool(
  tools: readonly Tool[],
  context: McpContext,
  name: string,
  given: Record<string, unknown>,
): Promise<CallToolResult> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${echoed(name)}`);
  requirePermitted(context.call.actor, tool);
  const result = await tool.call(context, given);
  context.log('debug', { message: `Tool ${name} was called`, tool: name, is_error: result.isError === true });
  return result;
}
