import { type Audience, SCOPES } from '../../domain/oauth/scopes.ts';
import { API_PREFIX, MCP_PATH } from '../paths.ts';

/** Path of this service's own authorization server. */
export const OAUTH_PREFIX = '/oauth';

const PATHS: Record<Audience, string> = { api: API_PREFIX, mcp: MCP_PATH };

/** A resource of RFC 8707: the audience of access tokens. */
export interface Resource {
  audience: Audience;
  /** Identifier and address; the `aud` of its tokens. */
  url: string;
  /** Address of its metadata (RFC 9728). */
  metadataUrl: string;
  scopes: readonly string[];
}

/** The service's own issuer identifier. */
export function ownIssuer(publicUrl: string): string {
  return publicUrl + OAUTH_PREFIX;
}

/** The resources of the service. */
export function resourcesOf(publicUrl: string): Record<Audience, Resource> {
  const resource = (audience: Audience): Resource => ({
    audience,
    url: publicUrl + PATHS[audience],
    metadataUrl: `${publicUrl}/.well-known/oauth-protected-resource${PATHS[audience]}`,
    scopes: SCOPES[audience],
  });
  return { api: resource('api'), mcp: resource('mcp') };
}
