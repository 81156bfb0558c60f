import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { revokeToken } from '../../domain/oauth/steps/records.ts';
import type { TokenVerifier } from '../../infra/oauth/token-verifier.ts';
import { readOwnClaims } from './access-tokens.ts';

/**
 * Revokes an access token; the provider does not, since it stores none. A user's token revokes the whole consent, as a
 * refresh token does; a client's own is recorded until it would have expired. Runs once the provider has authenticated
 * the client.
 */
export async function revokeAccessToken(
  services: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  verifier: TokenVerifier,
  ctx: Koa.ParameterizedContext,
  { params, client }: KoaContextWithOIDC['oidc'],
): Promise<void> {
  const claims = await verifier.verify(String(params?.['token']), services.clock.now());
  const token = claims && claims !== 'expired' ? readOwnClaims(claims) : undefined;
  // RFC 7009, section 2.2: an invalid token is no error; another client's token is ignored.
  ctx.status = 200;
  ctx.body = '';
  if (!token || token.clientId !== client?.clientId) return;
  const { principal, clientId, expiresAt } = token;
  await perform(services, revokeToken, { principal, clientId, expiresAt: expiresAt.toISOString() });
}
