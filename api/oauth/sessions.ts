import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { perform } from '../../domain/kernel/step.ts';
import { userOfSubject } from '../../domain/oauth/schema.ts';
import { recordSession, recordSessionUse } from '../../domain/oauth/steps/sessions.ts';
import { existingGrant, isConsole } from './console-client.ts';
import type { AuthorizationServerOptions } from './options.ts';

/** The person's existing grant to the client, with a record of where the session is used. */
export async function grantInSession(ctx: KoaContextWithOIDC, options: AuthorizationServerOptions) {
  const { deps, publicUrl, clientAddress } = options;
  const grant = await existingGrant(ctx, publicUrl);
  const { client, session } = ctx.oidc;
  const userId = userOfSubject(session?.accountId ?? '');
  if (session && userId !== undefined) {
    await perform(deps, recordSession, {
      uid: session.uid,
      userId,
      grantId: isConsole(client?.clientId) ? (grant?.jti ?? null) : null,
      userAgent: ctx.req.headers['user-agent'],
      address: clientAddress(ctx.req),
    });
  }
  return grant;
}

/** Records the use of the console's sessions whenever it renews its tokens. */
export function recordUses(provider: Provider, { deps, log }: AuthorizationServerOptions): void {
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const grantId = oidc.entities.RefreshToken?.grantId;
    if (grantId === undefined || !isConsole(oidc.client?.clientId)) return;
    perform(deps, recordSessionUse, { grantId }).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of a session could not be recorded'),
    );
  });
}
