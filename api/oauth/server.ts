import type { AppError } from '../../domain/kernel/errors.ts';
import { oauthLimits, registrationLimits } from '../../domain/rate-limits/rules.ts';
import { onceSucceeded } from '../../infra/once-succeeded.ts';
import type { HttpContext } from '../context.ts';
import { retryHeader } from '../middleware/errors.ts';
import { createRequestCounter, type RequestCounter } from '../middleware/rate-limits.ts';
import { sendJson } from '../send.ts';
import { INTERACTION_STEPS } from './interaction-steps.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { errorPage } from './pages.ts';
import { OAUTH_PREFIX } from './resources.ts';

/** Serves a path of the authorization server. */
export type AuthorizationServer = (ctx: HttpContext, path?: string) => Promise<void>;

/**
 * Legitimate requests have less than half as many. The provider's cost is quadratic in repeated parameters: a long
 * query took 0.3 s.
 */
const MAX_PARAMETERS = 100;

/** Paths with an identifier. */
const IDENTIFIED = /^\/(interaction|auth)\/[^/]+(?:\/(.*))?$/;
const KNOWN = [
  '/auth',
  '/token',
  '/token/revocation',
  '/reg',
  '/jwks',
  '/pages.css',
  '/submit.js',
  '/passkey.js',
  '/link',
  '/link/open',
  '/link/password',
  '/link.js',
  '/forgotten',
  '/session/end',
  '/session/end/confirm',
  '/session/end/success',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
];

/**
 * The authorization server below /oauth. It is loaded with the first request, since most API processes serve only
 * callers with keys. `path` replaces the request's own for metadata at other places.
 */
export function createAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const counter = createRequestCounter(options);
  const { host, protocol } = new URL(options.publicUrl);
  const ready = onceSucceeded(async () => (await import('./provider.ts')).createProvider(options).callback());

  return async (ctx, path = ctx.path.slice(OAUTH_PREFIX.length) || '/') => {
    ctx.state.routePattern = patternOf(path);
    const refusal = await countRequest(ctx, path, counter);
    if (refusal) {
      ctx.set(retryHeader(refusal));
      return refuse(ctx, refusal.status, { error: 'temporarily_unavailable', error_description: refusal.message });
    }
    if (ctx.search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
      return refuse(ctx, 400, { error: 'invalid_request', error_description: 'The query has too many parameters.' });
    }
    const serve = await ready();
    const { req, res } = ctx;
    // Addresses in responses are built from these two; the request's own values are not trusted.
    req.headers.host = host;
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete req.headers['x-forwarded-host'];
    const { url } = req;
    const target = path + ctx.search;
    Object.assign(req, { url: target, originalUrl: OAUTH_PREFIX + target });
    ctx.respond = false;
    await serve(req, res);
    // The access log shows the original path.
    Object.assign(req, { url });
  };
}

/** Counts the request by its address; registrations have stricter limits, too. Returns the refusal, if any. */
async function countRequest(ctx: HttpContext, path: string, counter: RequestCounter): Promise<AppError | undefined> {
  const network = counter.networkOf(ctx);
  const isRegistration = ctx.method === 'POST' && path === '/reg';
  for (const group of [oauthLimits(network), ...(isRegistration ? [registrationLimits(network)] : [])]) {
    const taken = await counter.count(ctx, group);
    if (taken.outcome !== 'admitted') return counter.refuse(taken);
  }
  return undefined;
}

/** Programs get an OAuth error, people at a browser a page. */
function refuse(ctx: HttpContext, status: number, out: { error: string; error_description: string }): void {
  ctx.status = status;
  if (ctx.accepts('json', 'html') === 'html') errorPage(ctx, out);
  else sendJson(ctx, status, out);
}

/** The pattern of a path, for logs and metrics. What callers make up is in none: each would become a time series. */
function patternOf(path: string): string {
  if (KNOWN.includes(path)) return OAUTH_PREFIX + path;
  const [, kind, step] = IDENTIFIED.exec(path) ?? [];
  if (kind === undefined) return 'unmatched';
  const pattern = `${OAUTH_PREFIX}/${kind}/{uid}`;
  if (step === undefined) return pattern;
  return `${pattern}/${INTERACTION_STEPS.find((known) => known === step) ?? '{step}'}`;
}
