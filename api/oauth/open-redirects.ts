import type Koa from 'koa';
import { oidcOf } from './oidc-context.ts';
import { errorPage } from './pages.ts';

/** An OAuth error in the query or fragment of a redirect. */
const ERROR = /[?#&]error=([a-z_]+)/;

/**
 * Shows a page instead of an error redirect to a self-registered program when the user has not seen a page of this
 * service yet. Otherwise a link that is bound to fail would lead people from a trusted address to any other (RFC 9700,
 * section 4.11.2).
 */
export function preventOpenRedirects(registeredItself: (clientId: string) => Promise<boolean>): Koa.Middleware {
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
