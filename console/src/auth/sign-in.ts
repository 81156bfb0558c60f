import * as oauth from 'oauth4webapi';
import { AUTH_URLS, BASE_PATH, settings } from '../settings.ts';
import { authentication, authorizationServer, client, clientAt, httpOptions, storeTokens } from './tokens.ts';

/** A sign-in in progress. It is kept in session storage because it outlives the page. It holds no token. */
interface Pending {
  verifier: string;
  state: string;
  nonce: string;
  /** Address to return to, relative to the origin. */
  returnTo: string;
}

const KEY = 'marketwright.sign-in';
/** Places at which a sign-in ends. Nobody goes back to them. */
const ENDS: readonly string[] = [AUTH_URLS.callback, AUTH_URLS.signedOut].map((url) => new URL(url).pathname);

/** Where the person was when the last sign-in began that came back to this page. */
let cameFrom: string | undefined;

/**
 * Redirects to the issuer, which asks for a password only when its own session has ended. Unsaved input is lost. The promise never settles,
 * so that the caller does not continue. Throws when the issuer cannot be reached.
 */
export async function signIn(returnTo: string): Promise<never> {
  const server = await authorizationServer();
  if (!server.authorization_endpoint) throw new Error('The issuer names no authorization endpoint.');
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    returnTo,
  };
  sessionStorage.setItem(KEY, JSON.stringify(pending));
  const { scope, resource } = settings.oauth;
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: AUTH_URLS.callback,
    scope,
    resource,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  });
  const url = new URL(server.authorization_endpoint);
  for (const [name, value] of query) url.searchParams.set(name, value);
  location.assign(url);
  return new Promise<never>(() => undefined);
}

/**
 * Handles the callback of the issuer and returns the address to go back to. Returns undefined when this tab did not start a sign-in. Throws
 * when sign-in fails.
 */
async function completeSignIn(callbackUrl: URL): Promise<string | undefined> {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return undefined;
  const { verifier, state, nonce, returnTo } = JSON.parse(stored) as Pending;
  cameFrom = returnTo;
  const server = await authorizationServer();
  const parameters = oauth.validateAuthResponse(server, client, callbackUrl, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    AUTH_URLS.callback,
    verifier,
    { ...httpOptions, additionalParameters: { resource: settings.oauth.resource } },
  );
  storeTokens(
    await oauth.processAuthorizationCodeResponse(server, clientAt(response), response, {
      expectedNonce: nonce,
      requireIdToken: true,
    }),
  );
  return returnTo;
}

/** What the page shows after loading. */
export type AuthState = 'console' | 'signed-out';

/** Signs the person in: redirects to the issuer, or handles its callback and restores the previous address. Throws when sign-in fails. */
export async function authenticate(): Promise<AuthState> {
  const here = new URL(location.href);
  if (here.origin !== settings.origin) return redirectTo(settings.origin + placeOf(here));
  if (here.pathname === new URL(AUTH_URLS.signedOut).pathname) return 'signed-out';
  if (here.pathname !== new URL(AUTH_URLS.callback).pathname) {
    return signIn(placeOf(here));
  }
  const returnTo = await completeSignIn(here);
  if (returnTo === undefined) return signIn(`${BASE_PATH}/`);
  history.replaceState(null, '', returnTo);
  return 'console';
}

/** Where a sign-in that failed leads when it is begun again: to the place that was asked for. */
export function placeAskedFor(): string {
  return cameFrom ?? (ENDS.includes(location.pathname) ? `${BASE_PATH}/` : placeOf(location));
}

function placeOf({ pathname, search, hash }: URL | Location): string {
  return pathname + search + hash;
}

/** The issuer redirects to one origin only. People who use another one are sent there first. */
function redirectTo(returnTo: string): Promise<never> {
  location.replace(returnTo);
  return new Promise<never>(() => undefined);
}
