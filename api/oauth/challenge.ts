import { InsufficientScope } from '../../domain/credentials/insufficient-scope.ts';
import type { McpScope } from '../../domain/mcp/scopes.ts';
import type { Challenger } from '../middleware/errors.ts';
import { resourcesOf } from './resources.ts';

/** What a 401 or 403 says would do. */
export interface Challenge {
  /** Address of the resource's metadata (RFC 9728, section 5.1). */
  resourceMetadata: string;
  /** Scopes that would do. */
  scope?: readonly string[];
  /** `invalid_token` of a token that is not valid, `insufficient_scope` of one that does not reach; none without a token (RFC 6750). */
  error?: 'invalid_token' | 'insufficient_scope';
}

/** The value of WWW-Authenticate. */
export function wwwAuthenticate({ resourceMetadata, scope, error }: Challenge): string {
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    ...(scope ? [`scope="${scope.join(' ')}"`] : []),
    `resource_metadata="${resourceMetadata}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}

/** The challenge of refusals of the REST API: where clients that come for the first time learn to get a token, and which scope they need. */
export function apiChallenger(publicUrl: string): Challenger {
  return challengerOf(resourcesOf(publicUrl).api);
}

/** The challenge of refusals of the MCP endpoint. */
export function mcpChallenger(publicUrl: string): Challenger {
  const { metadataUrl } = resourcesOf(publicUrl).mcp;
  return challengerOf({ metadataUrl, scopes: ['mcp:full'] });
}

function challengerOf({ metadataUrl: resourceMetadata, scopes }: { metadataUrl: string; scopes: readonly string[] }) {
  return (({ headers: { authorization } }, refusal) => {
    if (refusal instanceof InsufficientScope) {
      return wwwAuthenticate({ resourceMetadata, scope: [refusal.scope], error: 'insufficient_scope' });
    }
    if (refusal.code !== 'UNAUTHORIZED') return undefined;
    const hasToken = /^bearer \S/i.test(authorization ?? '');
    return wwwAuthenticate({ resourceMetadata, scope: scopes, ...(hasToken && { error: 'invalid_token' }) });
  }) satisfies Challenger;
}

/** The challenge for a method of the MCP server for which the token has none of the scopes: the narrowest that would do. */
export function mcpScopeChallenge(publicUrl: string, scopes: readonly McpScope[]): string {
  const { metadataUrl: resourceMetadata } = resourcesOf(publicUrl).mcp;
  return wwwAuthenticate({ resourceMetadata, error: 'insufficient_scope', scope: scopes.slice(-1) });
}
