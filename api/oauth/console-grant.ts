import type { KoaContextWithOIDC } from 'oidc-provider';
import { CONSOLE_CLIENT } from './console-client.ts';
import { resourcesOf } from './resources.ts';

/** The console is the service itself: nobody is asked whether they let it act for them. */
export function isConsole(clientId: string | undefined): boolean {
  return clientId === CONSOLE_CLIENT.clientId;
}

/** What the person has granted to the client before; the console has its grant for the asking. */
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
