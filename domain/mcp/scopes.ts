import type { SCOPES } from '../oauth/scopes.ts';

/** A scope of the MCP server. */
export type McpScope = (typeof SCOPES)['mcp'][number];

const TOOLS_READ: readonly McpScope[] = ['mcp:full', 'mcp:tools', 'mcp:tools:read'];
const TOOLS_WRITE: readonly McpScope[] = ['mcp:full', 'mcp:tools', 'mcp:tools:write'];
const RESOURCES: readonly McpScope[] = ['mcp:full', 'mcp:resources'];
const PROMPTS: readonly McpScope[] = ['mcp:full', 'mcp:prompts'];

/** Any one of these scopes permits the method; methods that are not here need none. */
const SCOPES_OF_METHOD: ReadonlyMap<string, readonly McpScope[]> = new Map([
  ['tools/list', TOOLS_READ],
  ['tools/call', TOOLS_WRITE],
  ['tasks/get', TOOLS_WRITE],
  ['tasks/update', TOOLS_WRITE],
  ['tasks/cancel', TOOLS_WRITE],
  ['resources/list', RESOURCES],
  ['resources/read', RESOURCES],
  ['resources/templates/list', RESOURCES],
  ['resources/subscribe', RESOURCES],
  ['resources/unsubscribe', RESOURCES],
  ['prompts/list', PROMPTS],
  ['prompts/get', PROMPTS],
]);

/** Completion needs the scope of what it completes. */
const SCOPES_OF_REFERENCE: ReadonlyMap<string, readonly McpScope[]> = new Map([
  ['ref/prompt', PROMPTS],
  ['ref/resource', RESOURCES],
]);

/** Scopes of which a method needs one; null: none. `reference` is the kind of reference that is completed. */
export function scopesFor(method: string, reference?: string): readonly McpScope[] | null {
  if (method === 'completion/complete') return SCOPES_OF_REFERENCE.get(reference ?? '') ?? null;
  return SCOPES_OF_METHOD.get(method) ?? null;
}

/** Scopes of which a bearer needs one to be notified that a list, or a resource, has changed. */
export const SCOPES_TO_FOLLOW = {
  tools: [...TOOLS_READ, ...TOOLS_WRITE],
  resources: RESOURCES,
  resource: RESOURCES,
  prompts: PROMPTS,
  task: TOOLS_WRITE,
} as const;

/** Whether at least one of the scopes was granted. */
export function hasOneOf(granted: ReadonlySet<string>, wanted: readonly McpScope[]): boolean {
  return wanted.some((scope) => granted.has(scope));
}
