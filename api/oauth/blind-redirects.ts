import type Koa from 'koa';
import { oidcOf } from './oidc-context.ts';
import { errorPage } from './pages.ts';

/** An error of OAuth in the query or the fragment of where a browser is sent. */
const ERROR = /[?#&]error=([a-z_]+)/;

/**
 * Shows a page in place of a redirect to a program that registered itself, where nobody has seen a page of this service yet: a link
 * that is bound to fail would otherwise lead people from an address they trust to any other (RFC 9700, section 4.11.2).
 */
export function noBlindRedirects(registeredItself: (clientId: string) => Promise<boolean>): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.path !== '/auth' || ctx.status < 300 || ctx.status > 399) return;
    const [, error] = ERROR.exec(ctx.response.get('Location')) ?? [];
    const clientId = oidcOf(ctx)?.client?.clientId;
    if (error === undefined || clientId === undefined || !(await registeredItself(clientId))) return;
    ctx.remove('Location');
    ctx.status = 400;
    errorPage(ctx, { error, error_description: 'The program asked for something that it cannot be given here.' });
  };
}
