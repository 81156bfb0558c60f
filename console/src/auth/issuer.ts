import * as oauth from 'oauth4webapi';
import { settings } from '../settings.ts';

/** The console as the issuer knows it; it keeps no secret. */
export const client: oauth.Client = { client_id: settings.oauth.clientId };

/** Makes the console known to the token endpoint: by its name only. */
export const authentication: oauth.ClientAuth = oauth.None();

const issuer = new URL(settings.oauth.issuer);

/** Requests to the issuer may be without TLS only where it says so itself, as on a laptop. */
export const httpOptions = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };

let cached: Promise<oauth.AuthorizationServer> | undefined;

/** The issuer's endpoints, asked for once. Throws when they cannot be had. */
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
