import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The provider's context of a request; undefined where none of its routes matches. */
export function oidcOf(ctx: Koa.ParameterizedContext): KoaContextWithOIDC['oidc'] | undefined {
  return ctx['oidc'];
}
