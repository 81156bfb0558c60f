import type { McpScope } from '../../domain/mcp/scopes.ts';
import { wwwAuthenticate } from '../oauth/challenge.ts';
import { resourcesOf } from '../oauth/resources.ts';
import { API_PREFIX } from '../router.ts';

/** Where the endpoint is, as a path. */
export const MCP_PATH = `${API_PREFIX}/mcp`;

/** Values of WWW-Authenticate, which tell clients where to get a token and for what. */
export function challenges(publicUrl: string) {
  const { metadataUrl: resourceMetadata } = resourcesOf(publicUrl).mcp;
  return {
    /** There is no token, or one that is not valid. */
    unauthorized: (token: string) =>
      wwwAuthenticate({
        resourceMetadata,
        scope: ['mcp:full'],
        ...(token !== '' && { error: 'invalid_token' as const }),
      }),
    /** The token is fine, but has none of the scopes that would do; the narrowest of them is asked for. */
    insufficientScope: (scopes: readonly McpScope[]) =>
      wwwAuthenticate({ resourceMetadata, error: 'insufficient_scope', scope: scopes.slice(-1) }),
  };
}
