/** The two resources for which access tokens are made. */
export type Audience = 'api' | 'mcp';

/** The scopes of each resource; docs/oauth.md says what each permits. */
export const SCOPES = {
  api: ['api'],
  mcp: ['mcp:full', 'mcp:tools', 'mcp:tools:read', 'mcp:tools:write', 'mcp:resources', 'mcp:prompts'],
} as const satisfies Record<Audience, readonly string[]>;

/** A scope of one of the resources. */
export type Scope = (typeof SCOPES)[Audience][number];

/** All scopes of all resources. */
export const ALL_SCOPES: readonly [Scope, ...Scope[]] = [...SCOPES.api, ...SCOPES.mcp];

/** What each scope permits, in words for the person who is asked for it. */
export const SCOPE_MEANING: Record<Scope, string> = {
  api: 'Use the REST API as you, within your role',
  'mcp:full': 'Use everything that the MCP server offers, within your role',
  'mcp:tools': 'List tools and call them, within your role',
  'mcp:tools:read': 'List tools',
  'mcp:tools:write': 'Call tools, within your role',
  'mcp:resources': 'Read resources such as executions and content items',
  'mcp:prompts': 'Read prompt templates',
};

/** What a scope contains besides itself. */
const CONTAINED: Partial<Record<string, readonly string[]>> = {
  'mcp:full': SCOPES.mcp,
  'mcp:tools': ['mcp:tools:read', 'mcp:tools:write'],
};

/** The scopes without those that another of them contains, so that people read each thing once. */
export function withoutContained(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !scopes.some((other) => other !== scope && CONTAINED[other]?.includes(scope)));
}

/** The resource that a scope belongs to; undefined: of none. */
export function audienceOf(scope: string): Audience | undefined {
  if (SCOPES.api.some((known) => known === scope)) return 'api';
  return SCOPES.mcp.some((known) => known === scope) ? 'mcp' : undefined;
}
