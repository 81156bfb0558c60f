import * as oauth from 'oauth4webapi';
import { settings } from '../settings.ts';

/** The console is a public OAuth client: it has no secret. */
export const client: oauth.Client = { client_id: settings.oauth.clientId };

/** Client authentication at the token endpoint: none. */
export const authentication: oauth.ClientAuth = oauth.None();

const issuer = new URL(settings.oauth.issuer);

/** Plain HTTP is allowed only if the issuer itself uses it, such as on a laptop. */
export const httpOptions = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };

let cached: Promise<oauth.AuthorizationServer> | undefined;

/** The metadata of the issuer, fetched once. Throws when discovery fails. */
export function authorizationServer(): Promise<oauth.AuthorizationServer> {
  cached ??= discover().catch((error: unknown) => {
    cached = undefined;
    throw error;
  });
  return cached;
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...httpOptions });
  return oauth.processDiscoveryResponse(issuer, response);
}
