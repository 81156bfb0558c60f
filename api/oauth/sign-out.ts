import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { formTarget } from './form-target.ts';
import { oidcOf } from './oidc-context.ts';
import { SUBMIT_PATH, signedOutPage, signOutPage } from './pages.ts';

/** Submits the form of a page automatically; a file, since the pages' policy forbids inline scripts. */
const SUBMIT_SCRIPT = "document.forms[0].requestSubmit(document.querySelector('button[name=logout]'));\n";

/**
 * Asks whether the person wants to sign out. With an ID token of this person the request comes from their own program,
 * where they have confirmed it (OpenID Connect RP-Initiated Logout 1.0, section 2): the page then submits itself.
 */
export function askForSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { entities, session, params } = ctx.oidc;
  const isAsked = entities.IdTokenHint?.payload['sub'] === session?.accountId;
  const target = params?.['post_logout_redirect_uri'];
  signOutPage(ctx, { form, goesOn: isAsked }, typeof target === 'string' ? [formTarget(target)] : []);
}

/**
 * Serves that page's script, and the sign-out of users without a session, for whom the provider's page would need an
 * inline script.
 */
export const signOutMiddleware: Koa.Middleware = async (ctx, next) => {
  if (ctx.path === SUBMIT_PATH) {
    ctx.set('Content-Type', 'text/javascript; charset=utf-8');
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = SUBMIT_SCRIPT;
    return;
  }
  await next();
  const oidc = oidcOf(ctx);
  if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId !== undefined) return;
  const target = oidc.params?.['post_logout_redirect_uri'];
  if (typeof target === 'string') ctx.redirect(target);
  else signedOutPage(ctx);
};
