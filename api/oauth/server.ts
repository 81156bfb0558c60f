import type { AppError } from '../../domain/kernel/errors.ts';
import { oauthLimits, registrationLimits } from '../../domain/rate-limits/rules.ts';
import { onceSucceeded } from '../../infra/once-succeeded.ts';
import type { HttpContext } from '../context.ts';
import { retryHeader } from '../middleware/errors.ts';
import { createRequestCounter, type RequestCounter } from '../middleware/rate-limits.ts';
import { sendJson } from '../send.ts';
import { INTERACTION_STEPS } from './interaction-steps.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { ASSET_PATHS } from './page-assets.ts';
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
/** Paths with their methods; HEAD and OPTIONS come besides. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['/auth', ['GET']],
  ['/token', ['POST']],
  ['/token/revocation', ['POST']],
  ['/reg', ['POST']],
  ['/jwks', ['GET']],
  ['/link', ['GET']],
  ['/link/open', ['POST']],
  ['/link/password', ['POST']],
  ['/forgotten', ['GET', 'POST']],
  ['/session/end', ['GET']],
  ['/session/end/confirm', ['POST']],
  ['/session/end/success', ['GET']],
  ['/.well-known/oauth-authorization-server', ['GET']],
  ['/.well-known/openid-configuration', ['GET']],
  ...ASSET_PATHS.map((path): [string, string[]] => [path, ['GET']]),
]);

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
    const methods = KNOWN.get(path);
    if (methods && !isTaken(ctx.method, methods)) {
      ctx.set('Allow', methods.join(', '));
      return refuse(ctx, 405, {
        error: 'invalid_request',
        error_description: `This path takes ${methods.join(' and ')}.`,
      });
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

function isTaken(method: string, methods: readonly string[]): boolean {
  return method === 'OPTIONS' || methods.includes(method === 'HEAD' ? 'GET' : method);
}

/** Programs get an OAuth error, people at a browser a page. */
export function refuse(ctx: HttpContext, status: number, out: { error: string; error_description: string }): void {
  ctx.status = status;
  if (ctx.accepts('json', 'html') === 'html') errorPage(ctx, out);
  else sendJson(ctx, status, out);
}

/** The pattern of a path, for logs and metrics. What callers make up is in none: each would become a time series. */
function patternOf(path: string): string {
  if (KNOWN.has(path)) return OAUTH_PREFIX + path;
  const [, kind, step] = IDENTIFIED.exec(path) ?? [];
  if (kind === undefined) return 'unmatched';
  const pattern = `${OAUTH_PREFIX}/${kind}/{uid}`;
  if (step === undefined) return pattern;
  return `${pattern}/${INTERACTION_STEPS.find((known) => known === step) ?? '{step}'}`;
}
