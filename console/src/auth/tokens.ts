import * as oauth from 'oauth4webapi';
import { settings } from '../settings.ts';

/** The console is a public OAuth client: it has no secret. */
export const client: oauth.Client = { client_id: settings.oauth.clientId };

/** Client authentication at the token endpoint: none. */
export const authentication: oauth.ClientAuth = oauth.None();

const issuer = new URL(settings.oauth.issuer);

/** Plain HTTP is allowed only if the issuer itself uses it, such as on a laptop. */
export const httpOptions = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };

/** The client with the clock of the issuer, as far as its answer says it: that of a computer may be wrong, and ID tokens seem expired. */
export function clientAt(response: Response): oauth.Client {
  const at = Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(at) ? client : { ...client, [oauth.clockSkew]: Math.round((at - Date.now()) / 1000) };
}

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

/** Tokens of the person. They are kept in memory only, so a reload goes through the issuer. */
export interface Tokens {
  access: string;
  refresh: string | undefined;
  /** Hint for the issuer at sign-out. */
  id: string | undefined;
  /** In milliseconds of `performance.now()`. */
  expiresAt: number;
  /** The API has accepted the access token at least once. */
  wasAccepted: boolean;
}

/** Tokens are refreshed this long before they expire. */
const MARGIN_MS = 30_000;
/** Status of an issuer's answer to whoever asks too often. */
const LIMITED = 429;
/** Lifetime of tokens whose response does not state one. */
const DEFAULT_LIFETIME_S = 300;

let tokens: Tokens | undefined;
let pendingRefresh: Promise<Tokens | undefined> | undefined;

/** The current tokens. Undefined when nobody is signed in. */
export function currentTokens(): Tokens | undefined {
  return tokens;
}

/** Stores the tokens of a response. */
export function storeTokens(response: oauth.TokenEndpointResponse): Tokens {
  const now = performance.now();
  tokens = {
    access: response.access_token,
    refresh: response.refresh_token ?? tokens?.refresh,
    id: response.id_token ?? tokens?.id,
    expiresAt: now + (response.expires_in ?? DEFAULT_LIFETIME_S) * 1000,
    wasAccepted: false,
  };
  return tokens;
}

/** Removes the tokens. */
export function clearTokens(): void {
  tokens = undefined;
}

/** Tokens that are valid for a while, refreshed if needed. Undefined when a new sign-in is needed. */
export async function getValidTokens(): Promise<Tokens | undefined> {
  if (tokens && tokens.expiresAt - performance.now() > MARGIN_MS) return tokens;
  return refreshTokens();
}

/** Refreshes the tokens, once for all callers that wait. Undefined when the issuer requires a new sign-in. */
export function refreshTokens(): Promise<Tokens | undefined> {
  pendingRefresh ??= requestTokens().finally(() => {
    pendingRefresh = undefined;
  });
  return pendingRefresh;
}

async function requestTokens(): Promise<Tokens | undefined> {
  if (tokens?.refresh === undefined) return undefined;
  const server = await authorizationServer();
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh, {
    ...httpOptions,
    // Without it some issuers return a token for their own userinfo endpoint.
    additionalParameters: { resource: settings.oauth.resource },
  });
  try {
    return storeTokens(await oauth.processRefreshTokenResponse(server, clientAt(response), response));
  } catch (error) {
    // Only a refusal by the issuer invalidates the tokens. After a network error or a limit they may still be valid.
    if (!(error instanceof oauth.ResponseBodyError) || error.status === LIMITED) throw error;
    clearTokens();
    return undefined;
  }
}
