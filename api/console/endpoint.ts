import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, notFound } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import type { Page } from '../health/pages.ts';
import { isNotModified } from '../not-modified.ts';
import { staticPage } from '../static-page.ts';
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
  if (isNotModified(ctx.headers, { ETag: etag })) {
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
      // The console's default policy refuses markup: console/src/trusted-types.ts.
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; ');
}

/** The built console. */
interface ConsoleFiles {
  /** The page, without its nonce. */
  index: { text: string; etag: string };
  /** By file name, which contains the hash of the content. */
  assets: ReadonlyMap<string, Page>;
}

/** Placeholders in the built page for the nonce of each response, and for the settings. */
const NONCE = '__NONCE__';
const SETTINGS = '__SETTINGS__';
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the output of `npm run build:console`; throws SERVICE_UNAVAILABLE when it has not run. */
function readConsole(folder: string, settings: ConsoleSettings): ConsoleFiles {
  const text = readIndex(folder).replace(SETTINGS, escapeAttribute(JSON.stringify(settings)));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const assets = readdirSync(path.join(folder, 'assets')).flatMap((name): [string, Page][] => {
    const contentType = TYPES[path.extname(name)];
    const file = path.join(folder, 'assets', name);
    const make = () => readFileSync(file, 'utf8');
    const readBrotli = () => (existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined);
    return contentType ? [[name, staticPage({ contentType, cacheControl: FOR_EVER, make, readBrotli })]] : [];
  });
  return { index: { text, etag }, assets: new Map(assets) };
}

/** The page with an unpredictable nonce. */
function withNonce(text: string): { html: string; nonce: string } {
  const nonce = randomBytes(16).toString('base64url');
  return { html: text.replaceAll(NONCE, nonce), nonce };
}

function readIndex(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The console has not been built; `npm run build:console` does it.', {
      cause,
    });
  }
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
