import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { audienceOf, SCOPE_MEANING, type Scope, withoutContained } from '../../domain/oauth/scopes.ts';
import { DAY_S, TTL } from './lifetimes.ts';
import { OAUTH_PREFIX } from './resources.ts';

/** What the pages need of Koa's context. */
interface PageContext {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

const templates = new Eta({ views: fileURLToPath(new URL('./templates', import.meta.url)), cache: true });

/** Path of the style sheet, below the prefix. */
export const STYLE_PATH = '/pages.css';
/** Path of the one script, which sends a form by itself. */
export const SUBMIT_PATH = '/submit.js';

let style: string | undefined;

/** The pages' style sheet. */
export function styleSheet(): string {
  style ??= readFileSync(new URL('./assets/pages.css', import.meta.url), 'utf8');
  return style;
}

/**
 * Answers with a page. `formTargets`: where, beside this service, its forms may lead in the end; browsers hold redirects against it.
 * `hasScript`: a file of this service may run in it.
 */
export function sendPage(
  ctx: PageContext,
  status: number,
  html: string,
  formTargets: readonly string[] = [],
  hasScript = false,
): void {
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  // With `no-referrer` browsers would not tell where a form comes from.
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      ...(hasScript ? ["script-src 'self'"] : []),
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
  );
  ctx.body = html;
}

/** What both pages show. */
interface View {
  uid: string;
  clientName: string;
  /** Nobody has checked the name then. */
  registeredItself: boolean;
}

/** What the sign-in page shows. */
export interface LoginView extends View {
  /** What was typed before, when it was wrong. */
  email: string;
  problem: string | undefined;
  /** The program is part of the service. */
  isOwn?: boolean;
}

/** The sign-in page. */
export function loginPage(view: LoginView): string {
  return render('login', view);
}

/** What the consent page shows. */
export interface ConsentView extends View {
  userEmail: string;
  scopes: readonly string[];
  redirectUri: string;
  /** It gets a refresh token. */
  keepsAccess: boolean;
}

/** The page that asks for consent. The address is shown as browsers go to it: of a host in look-alike letters, its punycode. */
export function consentPage({ scopes, redirectUri, ...view }: ConsentView): string {
  return render('consent', {
    ...view,
    meanings: withoutContained(scopes).map(meaningOf),
    target: new URL(redirectUri).href,
    daysUnused: days(TTL.RefreshToken),
    daysAtMost: days(TTL.Grant),
  });
}

/** Sends the page that asks whether the person wants to sign out; `form` is the provider's. */
export function signOutPage(
  ctx: PageContext,
  view: { form: string; goesOn: boolean },
  formTargets: readonly string[],
): void {
  sendPage(ctx, 200, render('sign-out', { ...view, script: SUBMIT_PATH }), formTargets, view.goesOn);
}

/** Sends the page for those who are signed out and have nowhere to go back to. */
export function signedOutPage(ctx: PageContext): void {
  sendPage(ctx, 200, render('signed-out', {}));
}

/** What went wrong before a client could be told; `error` and `error_description` of OAuth. */
export function errorPage(ctx: PageContext, out: { error: string; error_description?: string | undefined }): void {
  const problem = out.error_description ?? 'The request cannot be carried out.';
  sendPage(ctx, ctx.status >= 400 ? ctx.status : 400, render('error', { error: out.error, problem }));
}

/** Whatever a template shows is escaped by Eta; only what it includes is not. */
function render(template: 'login' | 'consent' | 'error' | 'sign-out' | 'signed-out', view: object): string {
  return templates.render(template, { ...view, prefix: OAUTH_PREFIX, style: OAUTH_PREFIX + STYLE_PATH });
}

function days(seconds: number): number {
  return Math.floor(seconds / DAY_S);
}

function meaningOf(scope: string): string {
  if (audienceOf(scope)) return SCOPE_MEANING[scope as Scope];
  if (scope === 'openid') return 'Know who you are';
  return scope === 'offline_access' ? 'Stay connected while you are away' : scope;
}
