/** Scopes that the console has words for. */
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

/** What a scope permits; one that has no words here stands as it is. */
export function describeScope(scope: string, t: Readonly<Record<(typeof SCOPES)[number], string>>): string {
  const known = SCOPES.find((word) => word === scope);
  return known === undefined ? scope : t[known];
}
