import type { KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE_CLIENT } from './console-client.ts';
import { resourcesOf } from './resources.ts';

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
