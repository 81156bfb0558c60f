import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { isAbort, isAbortedBody } from '../client-abort.ts';
import { asAppError, retryHeader } from '../middleware/errors.ts';
import { errorPage, signedOutPage, signOutPage } from './pages.ts';

/** The provider's context of a request; undefined where none of its routes matches. */
export function oidcOf(ctx: Koa.ParameterizedContext): KoaContextWithOIDC['oidc'] | undefined {
  return ctx['oidc'];
}

/**
 * The redirect URI as a source of Content-Security-Policy: an origin, or a private scheme. A host may contain a
 * semicolon or a comma, which would end the directive; they are encoded, which matches nothing.
 */
export function formTarget(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  const target = origin === 'null' ? protocol : origin;
  return target.replace(/[^\w.:/[\]+-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * Shows people a page about failures during sign-in or consent, with the time to retry; the provider would show
 * "Internal Server Error".
 */
export function failuresAsPages(log: Logger): Koa.Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (isAbort(error) || isAbortedBody(error) || ctx.headerSent) throw error;
      const known = asAppError(error, String(ctx.res.getHeader('X-Request-Id')), log);
      ctx.respond = true;
      ctx.status = known.status;
      ctx.set(retryHeader(known));
      const isAway = known.code === 'SERVICE_UNAVAILABLE';
      errorPage(ctx, { error: isAway ? 'temporarily_unavailable' : 'server_error', error_description: known.message });
    }
  };
}

/** An OAuth error in the query or fragment of a redirect. */
const ERROR = /[?#&]error=([a-z_]+)/;

/** Whether people may be sent to a redirect URI of a client with an error, before they have seen a page. */
export type MayRedirect = (clientId: string, redirectUri: string) => Promise<boolean>;

/**
 * Shows a page, from which the person may go on, instead of an error redirect to an address that nothing vouches for,
 * when the person has not seen a page of this service yet. Otherwise a link that is bound to fail, or one with
 * `prompt=none`, would lead people from a trusted address to any other (RFC 9700, section 4.11.2).
 */
export function preventOpenRedirects(mayRedirect: MayRedirect): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.path !== '/auth' || ctx.status < 300 || ctx.status > 399) return;
    const target = ctx.response.get('Location');
    const [, error] = ERROR.exec(target) ?? [];
    const { client, params } = oidcOf(ctx) ?? {};
    if (error === undefined || client === undefined) return;
    if (await mayRedirect(client.clientId, String(params?.['redirect_uri'] ?? target))) return;
    ctx.remove('Location');
    ctx.status = 400;
    const error_description = 'The program asked for something that it cannot be given here.';
    errorPage(ctx, { error, error_description }, target);
  };
}

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

/** The sign-out of users without a session, for whom the provider's page would need an inline script. */
export const signOutMiddleware: Koa.Middleware = async (ctx, next) => {
  await next();
  const oidc = oidcOf(ctx);
  if (oidc?.route !== 'end_session' || ctx.status !== 200 || oidc.session?.accountId !== undefined) return;
  const target = oidc.params?.['post_logout_redirect_uri'];
  if (typeof target === 'string') ctx.redirect(target);
  else signedOutPage(ctx);
};
