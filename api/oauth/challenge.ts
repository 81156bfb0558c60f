import { InsufficientScope } from '../../domain/credentials/credential.ts';
import type { McpScope } from '../../domain/mcp/scopes.ts';
import type { Challenger } from '../middleware/errors.ts';
import { resourcesOf } from './resources.ts';

/** The content of a WWW-Authenticate header. */
export interface Challenge {
  /** Address of the resource's metadata (RFC 9728, section 5.1). */
  resourceMetadata: string;
  /** Sufficient scopes. */
  scope?: readonly string[];
  /**
   * `invalid_token` for an invalid token, `insufficient_scope` for one without the scope; absent without a token (RFC
   * 6750).
   */
  error?: 'invalid_token' | 'insufficient_scope';
  /** A sentence for developers, in ASCII without quotation marks. */
  description?: string;
}

/** The value of WWW-Authenticate. */
export function wwwAuthenticate({ resourceMetadata, scope, error, description }: Challenge): string {
  const parameters = [
    ...(error ? [`error="${error}"`] : []),
    ...(description === undefined ? [] : [`error_description="${description}"`]),
    ...(scope ? [`scope="${scope.join(' ')}"`] : []),
    `resource_metadata="${resourceMetadata}"`,
  ];
  return `Bearer ${parameters.join(', ')}`;
}

/** The challenge of the REST API's refusals: where a new client gets a token, and the scope it needs. */
export function apiChallenger(publicUrl: string): Challenger {
  return challengerOf(resourcesOf(publicUrl).api);
}

/** The challenge of the MCP endpoint's refusals. */
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
    const invalid = {
      error: 'invalid_token',
      ...(QUOTABLE.test(refusal.message) && { description: refusal.message }),
    } as const;
    return wwwAuthenticate({ resourceMetadata, scope: scopes, ...(hasToken && invalid) });
  }) satisfies Challenger;
}

/** What RFC 6750 allows in a description. */
const QUOTABLE = /^[ !#-[\]-~]{1,200}$/;

/** The challenge when the token has none of the scopes for a method of the MCP server: the narrowest sufficient one. */
export function mcpScopeChallenge(publicUrl: string, scopes: readonly McpScope[]): string {
  const { metadataUrl: resourceMetadata } = resourcesOf(publicUrl).mcp;
  return wwwAuthenticate({ resourceMetadata, error: 'insufficient_scope', scope: scopes.slice(-1) });
}
