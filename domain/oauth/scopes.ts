/** The two resources that access tokens are issued for. */
export type Audience = 'api' | 'mcp';

/** The scopes of each resource; docs/oauth.md says what each permits. */
export const SCOPES = {
  api: ['api'],
  mcp: ['mcp:full', 'mcp:tools', 'mcp:tools:read', 'mcp:tools:write', 'mcp:resources', 'mcp:prompts'],
} as const satisfies Record<Audience, readonly string[]>;

/** A scope of either resource. */
export type Scope = (typeof SCOPES)[Audience][number];

/** All scopes of both resources. */
export const ALL_SCOPES: readonly [Scope, ...Scope[]] = [...SCOPES.api, ...SCOPES.mcp];

/** What each scope permits, in the words of the consent page. */
export const SCOPE_MEANING: Record<Scope, string> = {
  api: 'Use the REST API as you, within your role',
  'mcp:full': 'Use everything that the MCP server offers, within your role',
  'mcp:tools': 'List tools and call them, within your role',
  'mcp:tools:read': 'List tools',
  'mcp:tools:write': 'Call tools, within your role',
  'mcp:resources': 'Read resources such as executions and content items',
  'mcp:prompts': 'Read prompt templates',
};

/** The scopes that a scope includes. */
const CONTAINED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['mcp:full', SCOPES.mcp],
  ['mcp:tools', ['mcp:tools:read', 'mcp:tools:write']],
]);

/** The scopes without those that another one includes, so that people read each permission once. */
export function withoutContained(scopes: readonly string[]): string[] {
  const contained = new Set(scopes.flatMap((scope) => CONTAINED.get(scope)?.filter((other) => other !== scope) ?? []));
  return scopes.filter((scope) => !contained.has(scope));
}

/** The resource that a scope belongs to, or undefined. */
export function audienceOf(scope: string): Audience | undefined {
  if (SCOPES.api.some((known) => known === scope)) return 'api';
  return SCOPES.mcp.some((known) => known === scope) ? 'mcp' : undefined;
}
