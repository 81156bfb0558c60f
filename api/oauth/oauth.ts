import type { Logger } from 'pino';
import type { Authenticator } from '../../domain/credentials/authenticator.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import type { OauthConfig } from '../../infra/config/service.ts';
import type { GuardedClient, OutboundObservation } from '../../infra/http/guarded-client.ts';
import { externalTokenVerifier, ownTokenVerifier } from '../../infra/oauth/token-verifier.ts';
import type { ConsoleSettings } from '../console/settings.ts';
import type { Page } from '../health/pages.ts';
import type { ClientAddress } from '../middleware/client-address.ts';
import { sendJson } from '../send.ts';
import { type AccessTokens, createAccessTokens, readExternalClaims, readOwnClaims } from './access-tokens.ts';
import { ownConsoleSettings } from './console-client.ts';
import { ownIssuer, type Resource, resourcesOf } from './resources.ts';
import { type AuthorizationServer, createAuthorizationServer } from './server.ts';

/** The OAuth parts of the API process. */
export interface OauthServices {
  accessTokens: AccessTokens & { authenticator: Authenticator };
  /** Serves /oauth; undefined with an external issuer. */
  server: AuthorizationServer | undefined;
  /** Well-known pages. */
  pages: Record<string, Page>;
  /** Settings with which the console signs people in. */
  console: ConsoleSettings;
}

/** Dependencies of the OAuth parts. */
export interface OauthOptions {
  config: OauthConfig;
  deps: Deps;
  limiter: RateLimiter;
  clientAddress: ClientAddress;
  /** Origin under which callers reach the service; no trailing slash. */
  publicUrl: string;
  log: Logger;
  /** Calls the sites of clients that are known by their metadata documents. */
  sites: GuardedClient;
  /** Called for each request to an external issuer. */
  observeIssuer?: ((request: OutboundObservation) => void) | undefined;
}

/** OAuth as configured: with the service's own authorization server, or with tokens of an external issuer. */
export function createOauth(options: OauthOptions): OauthServices {
  const { config, deps, publicUrl } = options;
  const common = { resources: resourcesOf(publicUrl), deps };
  if (config.issuer === 'external') {
    const { url: issuer, jwksUrl, userClaim, console: client } = config;
    const verifier = externalTokenVerifier({ issuer, jwksUrl, observe: options.observeIssuer });
    return {
      accessTokens: createAccessTokens({ ...common, verifier, claims: readExternalClaims(userClaim, client.clientId) }),
      server: undefined,
      pages: resourceMetadataPages({ publicUrl, issuer }),
      console: { origin: publicUrl, oauth: { issuer, ...client, resource: common.resources.api.url } },
    };
  }
  const issuer = ownIssuer(publicUrl);
  const { keys, cookieKeys } = config;
  const verifier = ownTokenVerifier({ issuer, keys });
  const server = createAuthorizationServer({ ...options, keys, cookieKeys, verifier });
  return {
    accessTokens: createAccessTokens({ ...common, verifier, claims: readOwnClaims }),
    server,
    pages: { ...resourceMetadataPages({ publicUrl, issuer }), ...serverMetadataPages(publicUrl, server) },
    console: ownConsoleSettings(publicUrl),
  };
}

/** Clients may cache the metadata for five minutes. */
const CACHE_CONTROL = 'public, max-age=300';
const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/**
 * The metadata of the resources (RFC 9728). The path without a resource has the MCP server's, since only its clients
 * request it.
 */
function resourceMetadataPages(options: { publicUrl: string; issuer: string }): Record<string, Page> {
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
    // Clients that look for it at the address of a toolset, which is no resource of its own.
    [`${new URL(mcp.metadataUrl).pathname}/x/*`]: ofMcp,
    [new URL(api.metadataUrl).pathname]: page(api, 'Marketwright REST API'),
  };
}

/**
 * The authorization server's metadata at the places where clients look: with the issuer's path inserted (RFC 8414), and
 * at the root for clients that know no other place. Below the issuer the server itself provides them.
 */
function serverMetadataPages(publicUrl: string, server: AuthorizationServer): Record<string, Page> {
  const { pathname } = new URL(ownIssuer(publicUrl));
  const kinds = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  const entries = kinds.flatMap((kind) => {
    const page: Page = (ctx) => server(ctx as never, kind);
    return [kind, kind + pathname].map((path): [string, Page] => [path, page]);
  });
  return Object.fromEntries(entries);
}
