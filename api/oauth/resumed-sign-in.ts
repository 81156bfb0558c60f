import type Koa from 'koa';
import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { userOfSubject } from '../../domain/oauth/schema.ts';
import { hasKeptPassword } from '../../domain/users/steps/sign-in.ts';
import { oidcOf } from './middleware.ts';
import { errorPage } from './pages.ts';

/**
 * Ends a sign-in whose password was changed while the browser came back with it: the change has ended the sessions that it saw, and
 * the one of this sign-in was saved beside it.
 */
export function endWhereThePasswordChanged(deps: Pick<Deps, 'db'>): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    const oidc = oidcOf(ctx);
    const { login, passwordStamp } = oidc?.result ?? {};
    const userId = userOfSubject(login?.accountId ?? '');
    if (typeof passwordStamp !== 'string' || userId === undefined) return;
    if (await perform(deps, hasKeptPassword, { userId, passwordStamp })) return;
    await oidc?.session?.destroy();
    await oidc?.entities.AuthorizationCode?.destroy();
    ctx.remove('Location');
    ctx.status = 400;
    errorPage(ctx, { error: 'access_denied', error_description: 'The password has changed. Sign in again.' });
  };
}
