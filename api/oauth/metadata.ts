import type { Page } from '../health/pages.ts';
import { sendJson } from '../send.ts';
import { ownIssuer, type Resource, resourcesOf } from './resources.ts';
import type { AuthorizationServer } from './server.ts';

/** Clients may cache the metadata for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/**
 * The metadata of the resources (RFC 9728). The path without a resource has the MCP server's, since only its clients
 * request it.
 */
export function resourceMetadataPages(options: { publicUrl: string; issuer: string }): Record<string, Page> {
  const { publicUrl, issuer } = options;
  const { api, mcp } = resourcesOf(publicUrl);
  const page =
    (resource: Resource, name: string): Page =>
    (ctx) => {
      ctx.set('Cache-Control', CACHE_CONTROL);
      ctx.set('Access-Control-Allow-Origin', '*');
      sendJson(ctx, 200, {
        resource: resource.url,
        authorization_servers: [issuer],
        scopes_supported: resource.scopes,
        bearer_methods_supported: ['header'],
        resource_name: name,
        resource_documentation: `${publicUrl}/docs`,
      });
    };
  const ofMcp = page(mcp, 'Marketwright MCP server');
  return {
    [PROTECTED_RESOURCE]: ofMcp,
    [new URL(mcp.metadataUrl).pathname]: ofMcp,
    [new URL(api.metadataUrl).pathname]: page(api, 'Marketwright REST API'),
  };
}

/**
 * The authorization server's metadata at the places where clients look: with the issuer's path inserted (RFC 8414), and
 * at the root for clients that know no other place. Below the issuer the server itself provides them.
 */
export function serverMetadataPages(publicUrl: string, server: AuthorizationServer): Record<string, Page> {
  const { pathname } = new URL(ownIssuer(publicUrl));
  const kinds = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  const entries = kinds.flatMap((kind) => {
    const page: Page = (ctx) => server(ctx as never, kind);
    return [kind, kind + pathname].map((path): [string, Page] => [path, page]);
  });
  return Object.fromEntries(entries);
}
