import type { IncomingMessage } from 'node:http';
import { MCP_PATH } from '../paths.ts';
import { badRequest } from './failure.ts';

/** Toolsets of one request. */
const MAX_SETS = 20;
/** All tools. */
export const ALL = 'all';
/** The tools for common work, and those that find and call the others. */
export const DEFAULT = 'default';

/** Which tools a request is about. */
export interface ToolSelection {
  /** Names of toolsets, without repeats. */
  sets: readonly string[];
  /** Only tools that change nothing. */
  readOnly: boolean;
}

const TOOLSET_PREFIX = `${MCP_PATH}/x/`;

/** Whether a path is that of the endpoint, or that of one of its toolsets. */
export function isMcp(path: string): boolean {
  return path === MCP_PATH || path === `${MCP_PATH}/` || toolsetIn(path) !== undefined;
}

/**
 * The tools that a request selects by its path, or else by X-MCP-Toolsets, and X-MCP-Readonly. `usual`: without either.
 * Throws a 400 Refusal for headers that cannot be read.
 */
export function selectionOf(path: string, headers: IncomingMessage['headers'], usual: string): ToolSelection {
  const named = toolsetIn(path) ?? String(headers['x-mcp-toolsets'] ?? usual);
  const sets = [
    ...new Set(
      named
        .split(',', MAX_SETS + 1)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (sets.length === 0 || sets.length > MAX_SETS) throw badRequest(`X-MCP-Toolsets names 1 to ${MAX_SETS} toolsets.`);
  const readOnly = String(headers['x-mcp-readonly'] ?? 'false').toLowerCase();
  if (readOnly !== 'true' && readOnly !== 'false') throw badRequest('X-MCP-Readonly is true or false.');
  return { sets, readOnly: readOnly === 'true' };
}

function toolsetIn(path: string): string | undefined {
  if (!path.startsWith(TOOLSET_PREFIX)) return undefined;
  return /^([a-z-]{1,50})\/?$/.exec(path.slice(TOOLSET_PREFIX.length))?.[1];
}
