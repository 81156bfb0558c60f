import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { type Audience, audienceOf } from '../../domain/oauth/scopes.ts';
import { resourcesOf } from './resources.ts';

/**
 * Where a request names no resource, its scopes do; without scopes, those that the client may have; where these belong to both it is the
 * REST API. Throws invalid_target where the request's own belong to both.
 */
export function defaultResource(ctx: KoaContextWithOIDC, allowed: unknown, publicUrl: string): string {
  const [named, another] = audiencesOf(wordsOf(ctx.oidc.params?.['scope']));
  if (another)
    throw new errors.InvalidTarget('the scopes belong to two resources; name one with the parameter resource');
  const [only, other] = audiencesOf(Array.isArray(allowed) ? allowed : []);
  const audience = named ?? (other ? 'api' : (only ?? 'api'));
  return resourcesOf(publicUrl)[audience].url;
}

function audiencesOf(scopes: readonly string[]): Audience[] {
  return [...new Set(scopes.flatMap((scope) => audienceOf(scope) ?? []))];
}

/**
 * What a client may have of a resource. A request for a scope that nobody knows, or that is none of the client's or of the resources
 * it names, is refused; the provider would leave it out without a word. A request without scopes stands for all the client may have.
 */
export function resourceServer(
  ctx: KoaContextWithOIDC,
  indicator: string,
  allowed: unknown,
  publicUrl: string,
): ResourceServer {
  const resources = Object.values(resourcesOf(publicUrl));
  const resource = resources.find(({ url }) => url === indicator);
  if (!resource) throw new errors.InvalidTarget('there is no such resource');
  const mayHave = (scope: string) => !Array.isArray(allowed) || allowed.includes(scope);
  const scopes = resource.scopes.filter(mayHave);
  const { params } = ctx.oidc;
  // Codes and refresh tokens bring the scopes that were consented to.
  const isWithoutUser = params?.['grant_type'] === 'client_credentials';
  const isFirst = ctx.oidc.route === 'authorization' || isWithoutUser;
  if (params && isFirst) {
    const named = [params['resource']].flat();
    const known: string[] = resources
      .filter(({ url }) => named.includes(url))
      .flatMap((each) => each.scopes.filter(mayHave));
    // Who a program without a user is, and that it stays, has no meaning.
    if (!isWithoutUser) known.push(...OIDC_SCOPES);
    const unknown = wordsOf(params['scope']).filter((scope) => !known.includes(scope));
    if (unknown.length > 0) {
      throw new errors.InvalidScope('unknown, not allowed, or of another resource', unknown.join(' '));
    }
    if (wordsOf(params['scope']).length === 0) params['scope'] = scopes.join(' ');
  }
  return { scope: scopes.join(' '), accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
}

/** Scopes that belong to no resource. */
export const OIDC_SCOPES = ['openid', 'offline_access'];

function wordsOf(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
}
