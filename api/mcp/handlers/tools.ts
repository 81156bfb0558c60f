import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Actor } from '../../../domain/kernel/call.ts';
import { memoize } from '../../../domain/kernel/memoize.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { McpContext } from '../context.ts';
import { CODES, cacheSerialized, RpcError, truncateName } from '../json-rpc.ts';
import type { Tool, ToolDescription } from '../tool.ts';
import type { ToolAnswer } from '../tool-options.ts';
import { ALL, DEFAULT, type ToolSelection } from '../toolsets.ts';
import { readCursor, unknownCursor, writeCursor } from './cursor.ts';
import { isPermitted } from './permitted.ts';
import { calledTool, READ_ONLY_SEARCH_TOOLS, SEARCH_TOOLS, searchTools } from './search-tools.ts';

/** Tools per page, within a session and without. */
const PAGE = { session: 10, modern: 50 } as const;

/** A version of the protocol, by how its lists are paged. */
export type ListVersion = keyof typeof PAGE;

/** A catalogue's tools, by toolset. */
export type Toolsets = Pick<Catalogue, 'tools' | 'toolsets'>;

/** A request for the tools that a caller may use. */
interface ListRequest {
  actor: Actor;
  selection: ToolSelection;
  version: ListVersion;
}

/** The pages of tools; cached for single toolsets, of which there are few. Throws -32602 for an unknown toolset. */
export function toolPages(catalogue: Toolsets): (request: ListRequest) => ListToolsResult[] {
  const cached = memoize(
    ({ actor, selection, version }: ListRequest) =>
      `${version} ${selection.sets} ${selection.readOnly} ${roleOf(actor)}`,
    (request) => pagesOf(catalogue, request),
  );
  return (request) => {
    const { sets } = request.selection;
    const isFew = sets.length === 1 && (sets[0] === ALL || catalogue.toolsets.has(sets[0] ?? ''));
    return isFew ? cached(request) : pagesOf(catalogue, request);
  };
}

function pagesOf(catalogue: Toolsets, { actor, selection, version }: ListRequest): ListToolsResult[] {
  const perPage = PAGE[version];
  const listed = listedTools(catalogue, actor, selection);
  const starts = listed.flatMap((_tool, index) => (index % perPage === 0 ? [index] : []));
  return starts.map((start) => {
    const end = start + perPage;
    const next = end < listed.length && { nextCursor: writeCursor([end]) };
    return cacheSerialized({ tools: listed.slice(start, end), ...next });
  });
}

/** The tools of the selected toolsets, in the order of the toolsets; each once. */
function listedTools(
  { tools, toolsets }: Toolsets,
  actor: Actor,
  { sets, readOnly }: ToolSelection,
): ToolDescription[] {
  const selected = sets.flatMap((name) => {
    if (name === ALL) return tools;
    const found = toolsets.get(name);
    if (found) return found;
    const known = [...toolsets.keys(), ALL].join(', ');
    throw new RpcError(CODES.invalidParams, `Unknown toolset: ${truncateName(name)}. There are ${known}.`);
  });
  const permitted = [...new Set(selected)].filter(({ permission }) => isPermitted(actor, permission));
  const descriptions = permitted.map(({ description }) => description);
  const shown = readOnly ? descriptions.filter(changesNothing) : descriptions;
  if (!sets.includes(DEFAULT)) return shown;
  return [...(readOnly ? READ_ONLY_SEARCH_TOOLS : SEARCH_TOOLS), ...shown];
}

const PAST_THE_END: ListToolsResult = { tools: [] };

/** A page of the tools that the caller may use; empty after the last page. Throws -32602 where no page of the version begins. */
export function listTools(
  pages: readonly ListToolsResult[],
  version: ListVersion,
  cursor: string | undefined,
): ListToolsResult {
  const [start = 0] = readCursor(cursor, 1);
  const page = start / PAGE[version];
  if (!Number.isInteger(page)) throw unknownCursor();
  return pages[page] ?? PAST_THE_END;
}

/**
 * Runs a tool, whether its toolset is selected or not. Throws -32602 for an unknown one, and for one that changes something
 * where only others were selected; -32603 for one that the caller's role does not permit.
 */
export async function callTool(
  { tools }: Toolsets,
  context: McpContext,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  const { actor } = context.call;
  const { sets, readOnly } = context.selection;
  if (sets.includes(DEFAULT) && name === 'search_tools') {
    const offered = tools.filter(({ permission, description }) => {
      return isPermitted(actor, permission) && (!readOnly || changesNothing(description));
    });
    return searchTools(offered, { context, given });
  }
  if (sets.includes(DEFAULT) && name === 'call_tool') {
    const read = calledTool(tools, { context, given });
    return 'answer' in read ? read.answer : run(tools, context, read.called.name, read.called.arguments);
  }
  return run(tools, context, name, given);
}

async function run(
  tools: readonly Tool[],
  context: McpContext,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${truncateName(name)}`);
  if (context.selection.readOnly && !changesNothing(tool.description)) {
    throw new RpcError(CODES.invalidParams, `"${name}" changes something, which X-MCP-Readonly excludes.`);
  }
  requirePermitted(context.call.actor, tool);
  const result = await tool.call(context, given);
  context.log('debug', {
    message: `Tool ${name} was called`,
    tool: name,
    is_error: 'isError' in result && result.isError === true,
  });
  return result;
}

function changesNothing({ annotations }: ToolDescription): boolean {
  return annotations.readOnlyHint === true;
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
