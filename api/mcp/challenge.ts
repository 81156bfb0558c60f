import type { McpScope } from '../../domain/mcp/scopes.ts';
import { API_PREFIX } from '../router.ts';

/** Where the endpoint is, as a path. */
export const MCP_PATH = `${API_PREFIX}/mcp`;

/** Values of WWW-Authenticate (RFC 6750, RFC 9728), which tell clients where to get a token and for what. */
export function challenges(publicUrl: string) {
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource${MCP_PATH}"`;
  return {
    /** There is no token, or one that is not valid. */
    unauthorized: (token: string) =>
      `Bearer ${token === '' ? '' : 'error="invalid_token", '}${metadata}, scope="mcp:full"`,
    /** The token is fine, but has none of the scopes that would do. */
    insufficientScope: (scopes: readonly McpScope[]) =>
      `Bearer error="insufficient_scope", scope="${scopes.at(-1)}", ${metadata}`,
  };
}
