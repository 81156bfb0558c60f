import { readFileSync } from 'node:fs';
import { audienceOf, SCOPE_MEANING, type Scope } from '../../domain/oauth/scopes.ts';
import { escapeHtml } from '../html.ts';
import { DAY_S, TTL } from './lifetimes.ts';
import { OAUTH_PREFIX } from './resources.ts';

/** What the pages need of Koa's context. */
interface PageContext {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

/** Path of the style sheet, below the prefix. */
export const STYLE_PATH = '/pages.css';

let style: string | undefined;

/** The pages' style sheet. */
export function styleSheet(): string {
  style ??= readFileSync(new URL('./assets/pages.css', import.meta.url), 'utf8');
  return style;
}

/** Answers with a page. `formTargets`: where, beside this service, its forms may lead in the end; browsers hold redirects against it. */
export function sendPage(ctx: PageContext, status: number, html: string, formTargets: readonly string[] = []): void {
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
}

/** The sign-in page. */
export function loginPage({ uid, clientName, registeredItself, email, problem }: LoginView): string {
  const invalid = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return layout(
    `${problem ? 'Error: ' : ''}Sign in`,
    `<h1>Sign in</h1>
<p><strong>${escapeHtml(clientName)}</strong> wants to use Marketwright in your name. Sign in to go on.</p>
${registeredItself ? UNCHECKED : ''}
${problem ? errorSummary(problem) : ''}
<form method="post" action="${OAUTH_PREFIX}/interaction/${escapeHtml(uid)}/login">
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${escapeHtml(email)}"${invalid}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${invalid}></div>
<button type="submit">Sign in</button>
</form>
${cancelForm(uid)}`,
  );
}

/** What the consent page shows. */
export interface ConsentView extends View {
  userEmail: string;
  scopes: readonly string[];
  redirectUri: string;
  /** It gets a refresh token. */
  keepsAccess: boolean;
}

const UNCHECKED =
  '<p class="notice">This program has registered itself under this name; nobody has checked it. Go on only if you have just started it.</p>';

const LASTING = `It keeps this access while you are away: until ${days(TTL.RefreshToken)} after it last renewed it, ${days(TTL.Grant)} at most.`;

/** The page that asks for consent. The address is shown as browsers go to it: of a host in look-alike letters, its punycode. */
export function consentPage(view: ConsentView): string {
  const { uid, clientName, registeredItself, userEmail, scopes, redirectUri, keepsAccess } = view;
  return layout(
    'Allow access',
    `<h1>Allow access?</h1>
<p><strong>${escapeHtml(clientName)}</strong> asks for access to Marketwright as <strong>${escapeHtml(userEmail)}</strong>.</p>
${registeredItself ? UNCHECKED : ''}
<h2>It could</h2>
<ul>${scopes.map((scope) => `<li>${escapeHtml(meaningOf(scope))}</li>`).join('')}</ul>
${keepsAccess ? `<p>${LASTING}</p>` : ''}
<p>After this you are sent to <code>${escapeHtml(new URL(redirectUri).href)}</code>.</p>
<form method="post" action="${OAUTH_PREFIX}/interaction/${escapeHtml(uid)}/consent">
<button type="submit">Allow</button>
</form>
${cancelForm(uid)}`,
  );
}

/** What went wrong before a client could be told; `error` and `error_description` of OAuth. */
export function errorPage(ctx: PageContext, out: { error: string; error_description?: string | undefined }): void {
  const html = layout(
    'Error',
    `<h1>This did not work</h1>
${errorSummary(out.error_description ?? 'The request cannot be carried out.')}
<p>Go back to the program you came from and try again. Its makers may want to know: <code>${escapeHtml(out.error)}</code>.</p>`,
  );
  sendPage(ctx, ctx.status >= 400 ? ctx.status : 400, html);
}

function errorSummary(problem: string): string {
  return `<div class="problem" role="alert" tabindex="-1" id="problem"><h2>There is a problem</h2><p>${escapeHtml(problem)}</p></div>`;
}

function cancelForm(uid: string): string {
  return `<form method="post" action="${OAUTH_PREFIX}/interaction/${escapeHtml(uid)}/cancel">
<button type="submit" class="quiet">Cancel</button>
</form>`;
}

function days(seconds: number): string {
  return `${Math.floor(seconds / DAY_S)} days`;
}

function meaningOf(scope: string): string {
  if (audienceOf(scope)) return SCOPE_MEANING[scope as Scope];
  if (scope === 'openid') return 'Know who you are';
  return scope === 'offline_access' ? 'Stay connected while you are away' : scope;
}

function layout(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Marketwright</title>
<link rel="stylesheet" href="${OAUTH_PREFIX}${STYLE_PATH}">
</head>
<body>
<header>Marketwright</header>
<main>
${main}
</main>
</body>
</html>
`;
}
