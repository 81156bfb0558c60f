import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { formTarget } from './form-target.ts';
import { oidcOf } from './oidc-context.ts';
import { SUBMIT_PATH, signedOutPage, signOutPage } from './pages.ts';

/** Sends the form of a page by itself; a file, since the policy of the pages allows no script within them. */
const SUBMIT_SCRIPT = "document.forms[0].requestSubmit(document.querySelector('button[name=logout]'));\n";

/**
 * Asks whether the person wants to sign out. Whoever brings an ID token of this very person is their own program, where they have said so
 * already (OpenID Connect RP-Initiated Logout 1.0, section 2): then the page goes on by itself.
 */
export function askForSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { entities, session, params } = ctx.oidc;
  const isAsked = entities.IdTokenHint?.payload['sub'] === session?.accountId;
  const target = params?.['post_logout_redirect_uri'];
  signOutPage(ctx, { form, goesOn: isAsked }, typeof target === 'string' ? [formTarget(target)] : []);
}

/** The script of that page, and the way on for those who are signed out already, for whom the provider's page would need a script within. */
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
