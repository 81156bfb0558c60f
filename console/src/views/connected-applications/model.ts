/** Scopes with a description. */
const SCOPES = [
  'openid',
  'offline_access',
  'api',
  'mcp:full',
  'mcp:tools',
  'mcp:tools:read',
  'mcp:tools:write',
  'mcp:resources',
  'mcp:prompts',
] as const;

/** Description of a scope, or the scope itself when it has none. */
export function describeScope(scope: string, t: Readonly<Record<(typeof SCOPES)[number], string>>): string {
  const knownScope = SCOPES.find((word) => word === scope);
  return knownScope === undefined ? scope : t[knownScope];
}
