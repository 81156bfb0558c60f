import type { ClientMetadata, KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE_CLIENT_ID } from '../../domain/oauth/schema.ts';
import { CONSOLE_PREFIX, type ConsoleSettings } from '../console/settings.ts';
import { ALLOWED_SCOPES } from './adapter.ts';
import { ownIssuer, resourcesOf } from './resources.ts';

/** The console as a client of this service's issuer. */
export const CONSOLE_CLIENT = {
  clientId: CONSOLE_CLIENT_ID,
  name: 'Marketwright console',
  scope: 'openid api',
};

/** How the console signs people in with this service's own issuer. */
export function ownConsoleSettings(publicUrl: string): ConsoleSettings {
  const { clientId, scope } = CONSOLE_CLIENT;
  const resource = resourcesOf(publicUrl).api.url;
  return { origin: publicUrl, oauth: { issuer: ownIssuer(publicUrl), clientId, scope, resource } };
}

/**
 * The console's client metadata (RFC 7591). It is part of the service, so it is not registered, and it is a public
 * client.
 */
export function consoleClient(publicUrl: string): ClientMetadata {
  return {
    client_id: CONSOLE_CLIENT.clientId,
    client_name: CONSOLE_CLIENT.name,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${publicUrl}${CONSOLE_PREFIX}/callback`],
    post_logout_redirect_uris: [`${publicUrl}${CONSOLE_PREFIX}/signed-out`],
    [ALLOWED_SCOPES]: ['api'],
  };
}

/** The console is the service itself, so it needs no consent. */
export function isConsole(clientId: string | undefined): boolean {
  return clientId === CONSOLE_CLIENT.clientId;
}

/** The person's existing grant to the client; the console gets one without consent. */
export async function existingGrant(ctx: KoaContextWithOIDC, publicUrl: string) {
  const { client, session, result, provider } = ctx.oidc;
  if (!client || !session) return undefined;
  const { clientId } = client;
  const grantId = result?.consent?.grantId ?? session.grantIdFor(clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (known || !isConsole(clientId) || session.accountId === undefined) return known;
  const grant = new provider.Grant({ clientId, accountId: session.accountId });
  grant.addOIDCScope('openid');
  grant.addResourceScope(resourcesOf(publicUrl).api.url, 'api');
  await grant.save();
  return grant;
}
