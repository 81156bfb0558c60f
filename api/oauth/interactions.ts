import type Koa from 'koa';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { perform } from '../../domain/kernel/step.ts';
import { leadsToOwnMachine, subjectOfUser, userOfSubject } from '../../domain/oauth/schema.ts';
import { findClient } from '../../domain/oauth/steps/clients.ts';
import { recogniseDevice } from '../../domain/security/steps/recognise-device.ts';
import { findAccount, hasKeptPassword, signIn } from '../../domain/users/steps/sign-in.ts';
import { languageOfPage } from '../language/pages.ts';
import { translate } from '../language/translate.ts';
import { networkOf } from '../middleware/client-address.ts';
import { isForeignForm } from '../middleware/origins.ts';
import { CONSOLE_CLIENT, isConsole } from './console-client.ts';
import { deviceCookie, deviceIdOf } from './device-cookie.ts';
import { field, readForm, retryAfter } from './forms.ts';
import { FACTOR_STEPS, INTERACTION_STEPS } from './interaction-steps.ts';
import { isKnownAddress, rememberAddress } from './known-addresses.ts';
import { formTarget } from './middleware.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { consentPage, errorPage, loginPage, sendPage } from './pages.ts';
import { OAUTH_PREFIX } from './resources.ts';
import { createSecondFactor, type SignedIn } from './second-factor.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const PATH = /^\/interaction\/([\w-]{1,64})(?:\/([a-z]{1,20}))?$/;
const WRONG = 'The e-mail address or password is incorrect.';

/**
 * The pages for sign-in and consent. They work without scripts. A request belongs to an interaction by the cookie that
 * the provider set at its start; forms of other sites carry no cookie, and their Origin is refused, too.
 */
export function interactions(provider: Provider, options: AuthorizationServerOptions): Koa.Middleware {
  const { deps, limiter, clientAddress, publicUrl } = options;
  const secondFactor = createSecondFactor(options);

  async function show(
    ctx: Koa.Context,
    interaction: Interaction,
    problem?: { text: string; email?: string; status: number },
  ) {
    const { uid, params, prompt } = interaction;
    const language = languageOfPage(ctx.req);
    const clientId = String(params['client_id']);
    const isOwn = isConsole(clientId);
    const redirectUri = String(params['redirect_uri']);
    const client = isOwn ? null : await perform(deps, findClient, { clientId });
    const shown = {
      uid,
      clientName: client?.name ?? (isOwn ? CONSOLE_CLIENT.name : 'A program'),
      registeredItself: client?.hasRegisteredItself ?? false,
      site: client?.document ? new URL(clientId).host : undefined,
      isOnThisMachine: leadsToOwnMachine(redirectUri),
      isOwn,
    };
    const targets = [formTarget(redirectUri)];
    if (prompt.name === 'login') {
      if (await secondFactor.show(ctx, uid, targets, problem)) return;
      const email =
        problem?.email ?? (typeof params['login_hint'] === 'string' ? params['login_hint'].slice(0, 254) : '');
      const html = loginPage({ ...shown, email, problem: problem && translate(problem.text, language) }, language);
      sendPage(ctx, problem?.status ?? 200, html, targets, true);
      return;
    }
    const userId = userOfSubject(interaction.session?.accountId ?? '');
    const account = userId === undefined ? undefined : await perform(deps, findAccount, { userId });
    const html = consentPage(
      {
        ...shown,
        userEmail: account?.email ?? '',
        scopes: String(params['scope'] ?? '')
          .split(' ')
          .filter(Boolean),
        redirectUri,
        keepsAccess: client?.metadata.grant_types.includes('refresh_token') ?? false,
      },
      language,
    );
    sendPage(ctx, 200, html, targets);
  }

  async function login(ctx: Koa.Context, interaction: Interaction): Promise<void> {
    const form = await readForm(ctx);
    if (!form) return;
    const email = field(form, 'email');
    const requestId = String(ctx.res.getHeader('X-Request-Id'));
    const network = networkOf(clientAddress(ctx.req));
    const isKnown = await isKnownAddress(deps, email, network);
    const attempt = { email, password: field(form, 'password'), network, isKnownNetwork: isKnown };
    try {
      const user = await perform({ ...deps, limiter }, signIn, attempt, { requestId });
      if (!user) return await show(ctx, interaction, { text: WRONG, email, status: 401 });
      if (await secondFactor.begin(interaction.uid, { ...user, email })) {
        await finish(ctx, interaction, { ...user, email, amr: ['pwd'] });
        return;
      }
      ctx.status = 303;
      ctx.redirect(`${OAUTH_PREFIX}/interaction/${interaction.uid}`);
    } catch (error) {
      const text = `Too many tries to sign in. Try again in ${retryAfter(ctx, error)}.`;
      await show(ctx, interaction, { text, email, status: 429 });
    }
  }

  /** Signs the person in, unless the password has changed since it was shown. */
  async function finish(ctx: Koa.Context, interaction: Interaction, signedIn: SignedIn): Promise<void> {
    const { userId, email, amr, passwordStamp } = signedIn;
    const address = clientAddress(ctx.req);
    await rememberAddress(deps, { userId, email, network: networkOf(address) });
    const browser = {
      userId,
      deviceId: deviceIdOf(ctx.req),
      userAgent: ctx.req.headers['user-agent'],
      address,
      language: languageOfPage(ctx.req),
    };
    const requestId = String(ctx.res.getHeader('X-Request-Id'));
    ctx.append('Set-Cookie', deviceCookie(await perform(deps, recogniseDevice, browser, { requestId }), publicUrl));
    const accountId = subjectOfUser(userId);
    await leaveOtherAccount(interaction, accountId);
    const result = { login: { accountId, amr }, ...(passwordStamp !== null && { passwordStamp }) };
    const target = await provider.interactionResult(ctx.req, ctx.res, result);
    // Asked once the result is kept: a change of the password either ends that, or is seen here.
    if (passwordStamp !== null && !(await perform(deps, hasKeptPassword, { userId, passwordStamp }))) {
      await interaction.persist();
      return show(ctx, interaction, { text: WRONG, email, status: 401 });
    }
    ctx.status = 303;
    ctx.redirect(target);
  }

  /** Signing in as another user starts a new session. */
  async function leaveOtherAccount(interaction: Interaction, subject: string): Promise<void> {
    const { session } = interaction;
    if (!session?.accountId || session.accountId === subject) return;
    const former = await provider.Session.findByUid(session.uid);
    await former?.destroy();
    delete (interaction as { session?: unknown }).session;
    await interaction.persist();
  }

  async function consent(ctx: Koa.Context, interaction: Interaction): Promise<void> {
    const { grantId, session, params } = interaction;
    const { missingOIDCScope, missingResourceScopes } = interaction.prompt.details as {
      missingOIDCScope?: string[];
      missingResourceScopes?: Record<string, string[]>;
    };
    const known = grantId ? await provider.Grant.find(grantId) : undefined;
    const grant = known ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(' '));
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(' '));
    }
    const result = { consent: { grantId: await grant.save() } };
    ctx.respond = false;
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true });
  }

  async function cancel(ctx: Koa.Context): Promise<void> {
    ctx.respond = false;
    const result = { error: 'access_denied', error_description: 'the user has not given consent' };
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false });
  }

  return async (ctx, next) => {
    const [, uid, named] = PATH.exec(ctx.path) ?? [];
    const known = INTERACTION_STEPS.find((one) => one === named);
    if (uid === undefined || known !== named) return next();
    // The address of a step is loaded again, as by the choice of another language: then the page is shown.
    const isRead = ['GET', 'HEAD'].includes(ctx.method);
    const step = isRead ? undefined : known;
    if (!isRead && (step === undefined || ctx.method !== 'POST')) return next();
    if (step !== undefined && isForeignForm(ctx.req, publicUrl)) {
      ctx.status = 403;
      errorPage(ctx, { error: 'access_denied', error_description: 'This form was sent by another site.' });
      return;
    }
    const interaction = await provider.interactionDetails(ctx.req, ctx.res).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    });
    if (interaction?.uid !== uid) {
      ctx.status = 400;
      errorPage(ctx, {
        error: 'invalid_request',
        error_description: 'This page has expired or belongs to another browser.',
      });
      return;
    }
    if (step === 'cancel') return cancel(ctx);
    if (step === 'login' && interaction.prompt.name === 'login') return login(ctx, interaction);
    if (step === 'consent' && interaction.prompt.name === 'consent') return consent(ctx, interaction);
    if (FACTOR_STEPS.some((one) => one === step) && interaction.prompt.name === 'login') {
      const user = await secondFactor.take(ctx, uid, step ?? '', (problem) => show(ctx, interaction, problem));
      if (user) await finish(ctx, interaction, user);
      return;
    }
    // A form of an earlier step was sent again.
    await show(ctx, interaction);
  };
}
