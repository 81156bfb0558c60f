import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { audienceOf, SCOPE_MEANING, type Scope, withoutContained } from '../../domain/oauth/scopes.ts';
import type { Language } from '../language/languages.ts';
import { languageCookie, languageOfPage, languageOfSwitch, textsOfPage } from '../language/pages.ts';
import { translate } from '../language/translate.ts';
import { DAY_S, TTL } from './options.ts';
import {
  LINK_SCRIPT_PATH,
  ONCE_SCRIPT_PATH,
  PASSKEY_SCRIPT_PATH,
  STYLE_PATH,
  SUBMIT_SCRIPT_PATH,
} from './page-assets.ts';
import { OAUTH_PREFIX } from './resources.ts';

/** The part of Koa's context that the pages need. */
interface PageContext {
  status: number;
  body: unknown;
  req?: Pick<IncomingMessage, 'url' | 'headers'>;
  set(name: string, value: string): void;
  append?(name: string, value: string): void;
  vary?(name: string): void;
}

const templates = new Eta({ views: fileURLToPath(new URL('./templates', import.meta.url)), cache: true });

/** Where people sign in. */
const CONSOLE_PATH = '/console';

/**
 * Responds with a page. `formTargets`: origins besides this service where its forms may redirect to, which browsers
 * enforce.  `asksService`: what runs in it may ask this service.
 */
export function sendPage(
  ctx: PageContext,
  status: number,
  html: string,
  formTargets: readonly string[] = [],
  asksService = false,
): void {
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.vary?.('Accept-Language');
  ctx.vary?.('Cookie');
  const chosen = ctx.req && languageOfSwitch(ctx.req);
  if (chosen) ctx.append?.('Set-Cookie', languageCookie(chosen));
  // With `no-referrer` browsers would send no origin with forms.
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      ...(asksService ? ["connect-src 'self'"] : []),
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  );
  ctx.body = html;
}

/** The common fields of both pages. */
interface View {
  uid: string;
  clientName: string;
  /** Whether it registered itself or has a metadata document; then nobody has verified its name. */
  registeredItself: boolean;
  /** The host of its metadata document; undefined or absent: it has none. */
  site?: string | undefined;
  /** Whether it is a program of the person's machine, which another one there could pretend to be. */
  isOnThisMachine?: boolean;
}

/** The fields of the sign-in page. */
export interface LoginView extends View {
  /** The previous input, after an error. */
  email: string;
  problem: string | undefined;
  /** Whether the program is part of the service. */
  isOwn?: boolean;
}

/** The sign-in page. */
export function loginPage(view: LoginView, language?: Language): string {
  return render('login', { ...view, hasSwitch: true }, language);
}

/** The fields of the pages between the password and the session. */
interface StepView {
  uid: string;
  email: string;
  problem: string | undefined;
}

/** The page that asks for the second factor. */
export function factorPage(view: StepView & { hasTotp: boolean; hasPasskeys: boolean }, language?: Language): string {
  return render('factor', view, language);
}

/** The page on which people set up a second factor that their partner requires. */
export function enrolPage(
  view: StepView & { secret: string; qr: { size: number; path: string } },
  language?: Language,
): string {
  return render('enrol', { ...view, secret: view.secret.match(/.{1,4}/g)?.join(' ') }, language);
}

/** The page that shows recovery codes, once; null: they were shown before. */
export function codesPage(view: { uid: string; recoveryCodes: readonly string[] | null }, language?: Language): string {
  return render('codes', view, language);
}

/** The fields of the consent page. */
export interface ConsentView extends View {
  userEmail: string;
  scopes: readonly string[];
  redirectUri: string;
  /** Whether it gets a refresh token. */
  keepsAccess: boolean;
}

/** The page that asks for consent. It shows the address as browsers resolve it: punycode for look-alike letters. */
export function consentPage({ scopes, redirectUri, ...view }: ConsentView, language?: Language): string {
  return render(
    'consent',
    {
      ...view,
      meanings: withoutContained(scopes).map(meaningOf),
      target: new URL(redirectUri).href,
      daysUnused: days(TTL.RefreshToken),
      daysAtMost: days(TTL.Grant),
      hasSwitch: true,
    },
    language,
  );
}

/** Sends the page that asks whether the person wants to sign out; `form` is the provider's. */
export function signOutPage(
  ctx: PageContext,
  view: { form: string; goesOn: boolean },
  formTargets: readonly string[],
): void {
  const html = render('sign-out', { ...view, script: SUBMIT_SCRIPT_PATH }, languageOfPage(ctx.req));
  sendPage(ctx, 200, html, formTargets);
}

/** Sends the page for users who are signed out and have no page to return to. */
export function signedOutPage(ctx: PageContext): void {
  sendPage(ctx, 200, render('signed-out', { hasSwitch: true }, languageOfPage(ctx.req)));
}

/**
 * Sends the page for errors that are not returned to a client; `error` and `error_description` of OAuth. `target`: where
 * the person may take the error to.
 */
export function errorPage(
  ctx: PageContext,
  out: { error: string; error_description?: string | undefined },
  target?: string,
): void {
  const language = languageOfPage(ctx.req);
  const problem = translate(out.error_description ?? 'The request cannot be carried out.', language);
  sendPage(
    ctx,
    ctx.status >= 400 ? ctx.status : 400,
    render('error', { error: out.error, problem, target: target && linkTo(target), console: CONSOLE_PATH }, language),
  );
}

/** A web address with its origin, as browsers resolve it; undefined for other addresses. */
function linkTo(target: string): { href: string; origin: string } | undefined {
  const url = URL.parse(target);
  return url?.protocol === 'https:' ? { href: url.href, origin: url.origin } : undefined;
}

/** The page that takes a link from the fragment of its address. */
export function linkPage(language: Language): string {
  return render('link', { script: LINK_SCRIPT_PATH, hasSwitch: true }, language);
}

/** The page on which the person of a link chooses a password. */
export function setPasswordPage(
  view: {
    kind: 'invitation' | 'password_reset';
    email: string;
    name: string;
    partner: string;
    secret: string;
    problem: string | undefined;
  },
  language: Language,
): string {
  const problem = view.problem && translate(view.problem, language);
  return render('set-password', { ...view, problem }, language);
}

/** The page that asks for a link to choose a new password. */
export function forgottenPage(
  view: { email: string; problem: string | undefined; sendsMails: boolean },
  language: Language,
): string {
  const problem = view.problem && translate(view.problem, language);
  return render('forgotten', { ...view, problem, console: CONSOLE_PATH, hasSwitch: true }, language);
}

/** A page with a message, from which one goes on to the console. */
export function messagePage(view: { heading: string; text: string; action: string }, language: Language): string {
  return render('message', { ...view, console: CONSOLE_PATH }, language);
}

/** The accessibility statement. `style` is the path of its style sheet. */
export function accessibilityPage(
  view: { style: string; contact: { text: string; href: string } | undefined },
  language: Language,
): string {
  return render('accessibility', { ...view, hasSwitch: true }, language);
}

/** Eta escapes all values of a template, except for its includes. */
function render(template: Template, view: object, language: Language = 'en'): string {
  const shared = {
    prefix: OAUTH_PREFIX,
    style: OAUTH_PREFIX + STYLE_PATH,
    onceScript: ONCE_SCRIPT_PATH,
    passkeyScript: PASSKEY_SCRIPT_PATH,
  };
  return templates.render(template, { ...textsOfPage(language), ...shared, ...view });
}
type Template =
  | 'accessibility'
  | 'login'
  | 'consent'
  | 'error'
  | 'sign-out'
  | 'signed-out'
  | 'factor'
  | 'enrol'
  | 'codes'
  | 'link'
  | 'set-password'
  | 'forgotten'
  | 'message';

function days(seconds: number): number {
  return Math.floor(seconds / DAY_S);
}

function meaningOf(scope: string): string {
  if (audienceOf(scope)) return SCOPE_MEANING[scope as Scope];
  if (scope === 'openid') return 'Know who you are';
  return scope === 'offline_access' ? 'Stay connected while you are away' : scope;
}
