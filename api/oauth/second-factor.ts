import type Koa from 'koa';
import { perform } from '../../domain/kernel/step.ts';
import {
  completeEnrolment,
  nextFactor,
  passkeySignInOptions,
  showEnrolment,
  verifyPasskeySignIn,
  verifySignInCode,
} from '../../domain/security/steps/sign-in.ts';
import { languageOfPage } from '../language/pages.ts';
import { translate } from '../language/translate.ts';
import { networkOf } from '../middleware/client-address.ts';
import { sendJson } from '../send.ts';
import { field, readForm, retryAfter } from './forms.ts';
import { isKnownAddress } from './known-addresses.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { codesPage, enrolPage, factorPage, sendPage } from './pages.ts';
import { qrOf } from './qr.ts';
import { dropState, findState, keepState, type SignInState } from './sign-in-state.ts';

const WRONG_CODE = 'The code is incorrect, or was used before.';
const WRONG_PASSKEY = 'The passkey was not accepted. Try again, or sign in another way.';

/** What an interaction shows and takes between the password and the session. */
interface Problem {
  text: string;
  status: number;
}

/** Who has signed in, and by what (RFC 8176). */
export interface SignedIn {
  userId: number;
  email: string;
  amr: string[];
  /** Of the password that was shown; null: none was. */
  passwordStamp: string | null;
}

/** The steps of an interaction after the password. */
export interface SecondFactor {
  /** Goes on after the right password: true when nothing else is needed. */
  begin(interaction: string, user: Pick<SignInState, 'userId' | 'email' | 'passwordStamp'>): Promise<boolean>;
  /** Shows the step that comes next; false: the password. */
  show(ctx: Koa.Context, interaction: string, targets: readonly string[], problem?: Problem): Promise<boolean>;
  /** Takes the form of a step; the person, once everything is shown. */
  take(ctx: Koa.Context, interaction: string, step: string, show: Show): Promise<SignedIn | undefined>;
}

type Show = (problem?: Problem) => Promise<void>;

/** The second factor as steps of the issuer's interaction; codes need no scripts, passkeys do. */
export function createSecondFactor(options: AuthorizationServerOptions): SecondFactor {
  const { deps, limiter, clientAddress } = options;

  async function attemptOf(ctx: Koa.Context, { userId, email }: Pick<SignInState, 'userId' | 'email'>, code: string) {
    const network = networkOf(clientAddress(ctx.req));
    return { userId, email, network, isKnownNetwork: await isKnownAddress(deps, email, network), code };
  }

  async function takeCode(ctx: Koa.Context, state: SignInState, show: Show): Promise<SignedIn | undefined> {
    const form = await readForm(ctx);
    if (!form) return undefined;
    const attempt = await attemptOf(ctx, state, field(form, 'code').slice(0, 100));
    if (await perform({ ...deps, limiter }, verifySignInCode, attempt, requestOf(ctx))) {
      return { ...shownBy(state), amr: ['pwd', 'otp', 'mfa'] };
    }
    await show({ text: WRONG_CODE, status: 401 });
    return undefined;
  }

  async function takeEnrolment(
    ctx: Koa.Context,
    interaction: string,
    { newSecret: secret, ...state }: SignInState,
    show: Show,
  ): Promise<void> {
    if (secret === null) return show();
    const form = await readForm(ctx);
    if (!form) return;
    const enrolment = { ...(await attemptOf(ctx, state, field(form, 'code').slice(0, 100))), secret };
    const enrolled = await perform({ ...deps, limiter }, completeEnrolment, enrolment, requestOf(ctx));
    if (!enrolled) return show({ text: WRONG_CODE, status: 401 });
    await keepState(deps, interaction, { ...state, stage: 'done', newSecret: null });
    sendPage(ctx, 200, codesPage({ uid: interaction, recoveryCodes: enrolled.recoveryCodes }, languageOfPage(ctx.req)));
  }

  async function takePasskey(
    ctx: Koa.Context,
    interaction: string,
    state: SignInState | undefined,
    show: Show,
  ): Promise<SignedIn | undefined> {
    const form = await readForm(ctx);
    if (!form) return undefined;
    const attempt = {
      interaction,
      userId: state?.userId ?? null,
      response: jsonOf(field(form, 'response')),
      network: networkOf(clientAddress(ctx.req)),
    };
    const user = await perform({ ...deps, limiter }, verifyPasskeySignIn, attempt, requestOf(ctx));
    if (user && state) return { ...shownBy(state), amr: ['pwd', 'hwk', 'mfa'] };
    if (user) return { ...user, amr: ['hwk', 'user', 'mfa'], passwordStamp: null };
    await show({ text: WRONG_PASSKEY, status: 401 });
    return undefined;
  }

  async function takeStep(
    ctx: Koa.Context,
    interaction: string,
    step: string,
    show: Show,
  ): Promise<SignedIn | undefined> {
    const state = await findState(deps, interaction);
    if (step === 'challenge') {
      const userId = state?.userId ?? null;
      sendJson(ctx, 200, await perform(deps, passkeySignInOptions, { interaction, userId }));
      return undefined;
    }
    if (step === 'passkey' && state?.stage !== 'enrol') return takePasskey(ctx, interaction, state, show);
    if (step === 'restart') await dropState(deps, interaction);
    else if (step === 'factor' && state?.stage === 'factor') return takeCode(ctx, state, show);
    else if (step === 'enrol' && state?.stage === 'enrol') {
      await takeEnrolment(ctx, interaction, state, show);
      return undefined;
    } else if (step === 'continue' && state?.stage === 'done') {
      return { ...shownBy(state), amr: ['pwd', 'otp', 'mfa'] };
    }
    // A form of an earlier step was sent again.
    await show();
    return undefined;
  }

  return {
    async begin(interaction, user) {
      const { next, ...has } = await perform(deps, nextFactor, { userId: user.userId });
      if (next === 'none') return true;
      await keepState(deps, interaction, { ...user, stage: next, ...has });
      return false;
    },
    async show(ctx, interaction, targets, problem) {
      const state = await findState(deps, interaction);
      if (!state) return false;
      const language = languageOfPage(ctx.req);
      const view = { uid: interaction, problem: problem && translate(problem.text, language), ...state };
      const status = problem?.status ?? 200;
      if (state.stage === 'factor') {
        sendPage(ctx, status, factorPage(view, language), targets, state.hasPasskeys);
        return true;
      }
      const { newSecret: secret } = state;
      const enrolment = secret && (await perform(deps, showEnrolment, { userId: state.userId, secret }));
      if (enrolment) {
        const page = enrolPage({ ...view, secret, qr: qrOf(enrolment.uri) }, language);
        sendPage(ctx, status, page, targets);
        return true;
      }
      if (state.stage === 'done') {
        sendPage(ctx, status, codesPage({ uid: interaction, recoveryCodes: null }, language), targets);
        return true;
      }
      // The person has a second factor since then.
      await dropState(deps, interaction);
      return false;
    },
    async take(ctx, interaction, step, show) {
      try {
        const user = await takeStep(ctx, interaction, step, show);
        if (user) await dropState(deps, interaction);
        return user;
      } catch (error) {
        const text = `Too many tries to sign in. Try again in ${retryAfter(ctx, error)}.`;
        await show({ text, status: 429 });
        return undefined;
      }
    },
  };
}

function shownBy({ userId, email, passwordStamp }: SignInState) {
  return { userId, email, passwordStamp };
}

function requestOf(ctx: Koa.Context): { requestId: string } {
  return { requestId: String(ctx.res.getHeader('X-Request-Id')) };
}

/** undefined for a text that is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
