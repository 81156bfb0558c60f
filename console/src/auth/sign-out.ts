import * as oauth from 'oauth4webapi';
import { AUTH_URLS } from '../settings.ts';
import { authentication, authorizationServer, clearTokens, client, currentTokens, httpOptions } from './tokens.ts';

/** Notifies the other tabs of a sign-out. */
const channel = new BroadcastChannel('marketwright.sign-out');

/** Signs out everywhere: revokes the tokens, notifies the other tabs and ends the issuer's session. */
export async function signOut(): Promise<void> {
  const tokens = currentTokens();
  clearTokens();
  channel.postMessage('signed out');
  const server = await authorizationServer();
  if (tokens && server.revocation_endpoint) {
    const token = tokens.refresh ?? tokens.access;
    // Signing out continues even if the revocation fails.
    await oauth.revocationRequest(server, client, authentication, token, httpOptions).catch(() => undefined);
  }
  if (server.end_session_endpoint === undefined) {
    location.assign(AUTH_URLS.signedOut);
    return;
  }
  const url = new URL(server.end_session_endpoint);
  url.searchParams.set('client_id', client.client_id);
  url.searchParams.set('post_logout_redirect_uri', AUTH_URLS.signedOut);
  if (tokens?.id) url.searchParams.set('id_token_hint', tokens.id);
  location.assign(url);
}

/** Signs out when another tab does. */
export function listenForSignOut(): void {
  channel.addEventListener('message', () => {
    clearTokens();
    location.assign(AUTH_URLS.signedOut);
  });
}
