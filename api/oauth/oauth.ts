import type { Logger } from 'pino';
import type { Authenticator } from '../../domain/credentials/authenticator.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import type { RateLimiter } from '../../domain/rate-limits/limiter.ts';
import type { OauthConfig } from '../../infra/config/service.ts';
import { externalTokenVerifier, ownTokenVerifier } from '../../infra/oauth/token-verifier.ts';
import type { ConsoleSettings } from '../console/settings.ts';
import type { Page } from '../health/pages.ts';
import type { ClientAddress } from '../middleware/client-address.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { readExternalClaims, readOwnClaims } from './claims.ts';
import { ownConsoleSettings } from './console-client.ts';
import { resourceMetadataPages, serverMetadataPages } from './metadata.ts';
import { ownIssuer, resourcesOf } from './resources.ts';
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
}

/** OAuth as configured: with the service's own authorization server, or with tokens of an external issuer. */
export function createOauth(options: OauthOptions): OauthServices {
  const { config, deps, publicUrl } = options;
  const common = { resources: resourcesOf(publicUrl), deps };
  if (config.issuer === 'external') {
    const { url: issuer, jwksUrl, userClaim, console: client } = config;
    const verifier = externalTokenVerifier({ issuer, jwksUrl });
    return {
      accessTokens: createAccessTokens({ ...common, verifier, claims: readExternalClaims(userClaim) }),
      server: undefined,
      pages: resourceMetadataPages({ publicUrl, issuer }),
      console: { origin: publicUrl, oauth: { issuer, ...client, resource: common.resources.api.url } },
    };
  }
  const issuer = ownIssuer(publicUrl);
  const { keys, cookieKey } = config;
  const verifier = ownTokenVerifier({ issuer, keys });
  const server = createAuthorizationServer({ ...options, keys, cookieKey, verifier });
  return {
    accessTokens: createAccessTokens({ ...common, verifier, claims: readOwnClaims }),
    server,
    pages: { ...resourceMetadataPages({ publicUrl, issuer }), ...serverMetadataPages(publicUrl, server) },
    console: ownConsoleSettings(publicUrl),
  };
}
