import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** What the provider knows of a request; undefined where none of its routes has taken it. */
export function oidcOf(ctx: Koa.ParameterizedContext): KoaContextWithOIDC['oidc'] | undefined {
  return ctx['oidc'];
}
