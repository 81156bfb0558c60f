import type Koa from 'koa';
import { perform } from '../../domain/kernel/step.ts';
import { countForgotten, mailPasswordReset } from '../../domain/users/steps/forgotten-password.ts';
import { openLink, setPasswordByLink } from '../../domain/users/steps/use-link.ts';
import { languageOfPage } from '../language/pages.ts';
import { networkOf } from '../middleware/client-address.ts';
import { isForeignForm } from '../middleware/origins.ts';
import { field, readForm, retryAfter } from './forms.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { errorPage, forgottenPage, linkPage, messagePage, sendPage, setPasswordPage } from './pages.ts';

const LINK_PATH = '/link';
const FORGOTTEN_PATH = '/forgotten';
const LINK_FORMS = [`${LINK_PATH}/open`, `${LINK_PATH}/password`];
const FORMS = [...LINK_FORMS, FORGOTTEN_PATH];
/** Where a link is asked for: also where its forms lead, whose addresses people load again. */
const LINK_PATHS = [LINK_PATH, ...LINK_FORMS];

const WEAK = 'A password has 12 to 200 characters.';
const TAKEN =
  'There is already an account with this e-mail address in another team. Ask whoever invited you to use another address.';
const ENDED = {
  heading: 'This link no longer works',
  text: 'It was used, has expired, or was replaced by a later one. If you have just set a password with it, sign in; otherwise ask for another link.',
  action: 'Go to the sign-in',
};
const JOINED = {
  heading: 'Your password is set',
  text: 'Sign in with your e-mail address and the password that you have chosen.',
  action: 'Sign in',
};
/** The same whether anybody has the address. */
const SENT = {
  heading: 'Check your inbox',
  text: 'If there is an account with this address, an e-mail with a link is on its way. The link works for an hour.',
  action: 'Back to the sign-in',
};

/**
 * The pages of links that people are sent: to join a team, or to choose a new password; and the page that asks for one. They
 * work without scripts.
 */
export function accountLinks(options: AuthorizationServerOptions): Koa.Middleware {
  const { deps, limiter, clientAddress, publicUrl, log } = options;

  async function open(ctx: Koa.Context, secret: string, problem?: string): Promise<void> {
    const language = languageOfPage(ctx.req);
    const link = await perform(deps, openLink, { secret });
    if (link) sendPage(ctx, problem === undefined ? 200 : 422, setPasswordPage({ ...link, secret, problem }, language));
    else sendPage(ctx, 410, messagePage(ENDED, language));
  }

  async function setPassword(ctx: Koa.Context, secret: string, password: string): Promise<void> {
    const requestId = String(ctx.res.getHeader('X-Request-Id'));
    switch (await perform(deps, setPasswordByLink, { secret, password }, { requestId })) {
      case 'done':
        return sendPage(ctx, 200, messagePage(JOINED, languageOfPage(ctx.req)));
      case 'weak':
        return open(ctx, secret, WEAK);
      case 'taken':
        return open(ctx, secret, TAKEN);
      case 'unknown':
        return sendPage(ctx, 410, messagePage(ENDED, languageOfPage(ctx.req)));
    }
  }

  async function forgotten(ctx: Koa.Context, email: string): Promise<void> {
    const requestId = String(ctx.res.getHeader('X-Request-Id'));
    const language = languageOfPage(ctx.req);
    try {
      await perform({ ...deps, limiter }, countForgotten, { email, network: networkOf(clientAddress(ctx.req)) });
    } catch (error) {
      const problem = `Too many requests. Try again in ${retryAfter(ctx, error)}.`;
      return sendPage(ctx, 429, forgottenPage({ email, problem, sendsMails: true }, language));
    }
    // Only then, so that neither the answer nor its time shows whether there is an account.
    ctx.res.once('finish', () => {
      perform(deps, mailPasswordReset, { email, language }, { requestId }).catch((error: unknown) =>
        log.error({ err: error }, 'a link for a new password could not be sent'),
      );
    });
    sendPage(ctx, 200, messagePage(SENT, language));
  }

  return async (ctx, next) => {
    const isRead = ['GET', 'HEAD'].includes(ctx.method);
    const sendsMails = deps.mail.isConfigured;
    if (isRead && LINK_PATHS.includes(ctx.path)) return sendPage(ctx, 200, linkPage(languageOfPage(ctx.req)));
    if (isRead && ctx.path === FORGOTTEN_PATH) {
      return sendPage(ctx, 200, forgottenPage({ email: '', problem: undefined, sendsMails }, languageOfPage(ctx.req)));
    }
    if (ctx.method !== 'POST' || !FORMS.includes(ctx.path)) return next();
    if (isForeignForm(ctx.req, publicUrl)) {
      ctx.status = 403;
      return errorPage(ctx, { error: 'access_denied', error_description: 'This form was sent by another site.' });
    }
    const form = await readForm(ctx);
    if (!form) return;
    if (ctx.path === FORGOTTEN_PATH) {
      if (sendsMails) return forgotten(ctx, field(form, 'email'));
      return sendPage(ctx, 200, forgottenPage({ email: '', problem: undefined, sendsMails }, languageOfPage(ctx.req)));
    }
    // Who pastes may paste the whole link.
    const secret = field(form, 'secret').trim().split('#').at(-1) ?? '';
    if (ctx.path === `${LINK_PATH}/open`) return open(ctx, secret);
    return setPassword(ctx, secret, field(form, 'password'));
  };
}
