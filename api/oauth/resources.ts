import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { type Audience, audienceOf, SCOPES } from '../../domain/oauth/scopes.ts';
import { API_PREFIX, MCP_PATH } from '../paths.ts';

/** Path of this service's own authorization server. */
export const OAUTH_PREFIX = '/oauth';

const PATHS: Record<Audience, string> = { api: API_PREFIX, mcp: MCP_PATH };

/** A resource of RFC 8707: the audience of access tokens. */
export interface Resource {
  audience: Audience;
  /** Identifier and address; the `aud` of its tokens. */
  url: string;
  /** Address of its metadata (RFC 9728). */
  metadataUrl: string;
  scopes: readonly string[];
}

/** The service's own issuer identifier. */
export function ownIssuer(publicUrl: string): string {
  return publicUrl + OAUTH_PREFIX;
}

/** The resources of the service. */
export function resourcesOf(publicUrl: string): Record<Audience, Resource> {
  const resource = (audience: Audience): Resource => ({
    audience,
    url: publicUrl + PATHS[audience],
    metadataUrl: `${publicUrl}/.well-known/oauth-protected-resource${PATHS[audience]}`,
    scopes: SCOPES[audience],
  });
  return { api: resource('api'), mcp: resource('mcp') };
}

/**
 * The resource of a request that names none: that of its scopes or, without scopes, of those that the client may have;
 * the REST API where these belong to both. Throws invalid_target where the request's own scopes belong to both.
 */
export function defaultResource(ctx: KoaContextWithOIDC, allowed: unknown, publicUrl: string): string {
  const [named, another] = audiencesOf(wordsOf(ctx.oidc.params?.['scope']));
  if (another)
    throw new errors.InvalidTarget('the scopes belong to two resources; name one with the parameter resource');
  const [only, other] = audiencesOf(Array.isArray(allowed) ? allowed : []);
  const audience = named ?? (other ? 'api' : (only ?? 'api'));
  return resourcesOf(publicUrl)[audience].url;
}

/**
 * Refuses a token request that names another resource than its code or refresh token is for, or none of several. Called
 * before either is used up: the one that a client sends again would count as stolen and end the consent. Throws
 * invalid_target.
 */
export function requireOneResource(
  { oidc: { params } }: KoaContextWithOIDC,
  { resource, resourceIndicators }: { resource?: string | string[] | undefined; resourceIndicators: Set<unknown> },
): void {
  const named = params?.['resource'] || resource || [];
  const [one, ...others] = [named].flat();
  if (others.length > 0) throw new errors.InvalidTarget('name one of the resources with the parameter resource');
  if (one !== undefined && !resourceIndicators.has(one)) {
    throw new errors.InvalidTarget('the person was not asked for this resource');
  }
}

function audiencesOf(scopes: readonly string[]): Audience[] {
  return [...new Set(scopes.flatMap((scope) => audienceOf(scope) ?? []))];
}

/**
 * The scopes that a client may have for a resource. A request for an unknown scope, or for one that neither the client
 * nor the named resources have, is refused; the provider would drop it silently. A request without scopes gets all that
 * the client may have.
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
  // Codes and refresh tokens contain the consented scopes.
  const isWithoutUser = params?.['grant_type'] === 'client_credentials';
  const isFirst = ctx.oidc.route === 'authorization' || isWithoutUser;
  if (params && isFirst) {
    const named = [params['resource']].flat();
    const known: string[] = resources
      .filter(({ url }) => named.includes(url))
      .flatMap((each) => each.scopes.filter(mayHave));
    // OpenID scopes have no meaning for a program without a user.
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
