import * as oauth from 'oauth4webapi';
import { settings } from '../settings.ts';
import { authentication, authorizationServer, client, httpOptions } from './issuer.ts';

/** Tokens of the person who is signed in. They are in memory only: a page that is loaded again asks the issuer again. */
export interface Tokens {
  access: string;
  refresh: string | undefined;
  /** Proves to the issuer who signs out. */
  id: string | undefined;
  /** Milliseconds of the page's own clock. */
  expiresAt: number;
  /** The API has taken the access token once. */
  wasAccepted: boolean;
}

/** A token that ends within this time is replaced before it is used. */
const MARGIN_MS = 30_000;
/** Lifetime of tokens whose issuer says none. */
const DEFAULT_LIFETIME_S = 300;

let tokens: Tokens | undefined;
let pendingRefresh: Promise<Tokens | undefined> | undefined;

/** The tokens at hand; undefined: nobody is signed in. */
export function currentTokens(): Tokens | undefined {
  return tokens;
}

/** Takes over what the issuer has answered. */
export function storeTokens(answer: oauth.TokenEndpointResponse): Tokens {
  const now = performance.now();
  tokens = {
    access: answer.access_token,
    refresh: answer.refresh_token ?? tokens?.refresh,
    id: answer.id_token ?? tokens?.id,
    expiresAt: now + (answer.expires_in ?? DEFAULT_LIFETIME_S) * 1000,
    wasAccepted: false,
  };
  return tokens;
}

/** Forgets the person. */
export function clearTokens(): void {
  tokens = undefined;
}

/** Tokens that last a while longer, renewed when they do not; undefined: a new sign-in is needed. */
export async function getValidTokens(): Promise<Tokens | undefined> {
  if (tokens && tokens.expiresAt - performance.now() > MARGIN_MS) return tokens;
  return refreshTokens();
}

/** Asks for new tokens, once for all who wait; undefined: the issuer gives none without a new sign-in. */
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
    // Without it some issuers give a token for their own userinfo endpoint.
    additionalParameters: { resource: settings.oauth.resource },
  });
  try {
    return storeTokens(await oauth.processRefreshTokenResponse(server, client, response));
  } catch (error) {
    // The issuer's no; without its answer the tokens at hand may still be good.
    if (!(error instanceof oauth.ResponseBodyError)) throw error;
    clearTokens();
    return undefined;
  }
}
