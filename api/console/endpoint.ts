import { fileURLToPath } from 'node:url';
import { AppError, notFound } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import { hasCurrentVersion } from '../static-page.ts';
import { type ConsoleFiles, readConsole, withNonce } from './files.ts';
import { CONSOLE_PREFIX, type ConsoleSettings } from './settings.ts';

/** Output folder of the console's build. */
const BUILT = fileURLToPath(new URL('../../console/dist', import.meta.url));
const ASSETS = `${CONSOLE_PREFIX}/assets/`;

/**
 * Serves the console below /console without credentials; its data comes from the API. All of its addresses serve the
 * same page. The files are read on the first request.
 */
export function createConsole(settings: ConsoleSettings, folder = BUILT): (ctx: HttpContext) => Promise<void> {
  const policyOf = createPolicy(settings);
  let files: ConsoleFiles | undefined;
  return async (ctx) => {
    const isAsset = ctx.path.startsWith(ASSETS);
    ctx.state.routePattern = isAsset ? `${ASSETS}{file}` : `${CONSOLE_PREFIX}/{view}`;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED', 'This path takes GET, HEAD.');
    }
    files ??= readConsole(folder, settings);
    if (!isAsset) return sendIndex(ctx, files.index, policyOf);
    const asset = files.assets.get(ctx.path.slice(ASSETS.length));
    if (!asset) throw notFound('File');
    await asset(ctx);
  };
}

function sendIndex(ctx: HttpContext, { text, etag }: ConsoleFiles['index'], policyOf: (nonce: string) => string): void {
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('ETag', etag);
  if (hasCurrentVersion(ctx, etag)) {
    ctx.status = 304;
    // The browser's cached page goes with its cached policy, since the policy names the page's nonce.
    ctx.remove('Content-Security-Policy');
    return;
  }
  const { html, nonce } = withNonce(text);
  ctx.set('Content-Type', 'text/html; charset=utf-8');
  ctx.set('Content-Security-Policy', policyOf(nonce));
  ctx.body = html;
}

/**
 * Scripts are files of this origin. Style elements, which Mantine creates at run time, have the nonce. The only other
 * origin is that of an external issuer, for tokens.
 */
function createPolicy({ origin, oauth }: ConsoleSettings): (nonce: string) => string {
  const issuer = new URL(oauth.issuer).origin;
  const connect = issuer === origin ? "'self'" : `'self' ${issuer}`;
  return (nonce) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src ${connect}`,
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; ');
}
