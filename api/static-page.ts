import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { HttpContext } from './context.ts';
import type { Page } from './health/pages.ts';

const compress = promisify(gzip);

/** A page whose text does not change while the process runs. */
export interface StaticPage {
  contentType: string;
  cacheControl: string;
  /** Content-Security-Policy of this page, where the default does not fit. */
  policy?: string;
  make: () => string;
}

interface CompressedPage {
  etag: string;
  packed: Buffer;
}

/**
 * Serves a page that is rendered and compressed on first use; only the compressed form is kept. Its ETag is weak, since
 * it covers both forms.
 */
export function staticPage({ contentType, cacheControl, policy, make }: StaticPage): Page {
  let made: Promise<CompressedPage> | undefined;
  return async (ctx) => {
    made ??= pack(make).catch((error: unknown) => {
      // The next request retries.
      made = undefined;
      throw error;
    });
    const { etag, packed } = await made;
    ctx.status = 200;
    ctx.set('Content-Type', contentType);
    ctx.set('Cache-Control', cacheControl);
    ctx.set('ETag', etag);
    ctx.vary('Accept-Encoding');
    // Also on a 304, whose headers update the browser's cached response.
    if (policy !== undefined) ctx.set('Content-Security-Policy', policy);
    if (hasCurrentVersion(ctx, etag)) ctx.status = 304;
    else send(ctx, packed);
  };
}

async function pack(make: () => string): Promise<CompressedPage> {
  const text = make();
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { etag, packed: await compress(text) };
}

/**
 * Whether the client has this version. Koa's own `fresh` returns false for `Cache-Control: no-cache`, which fetch adds
 * to every request with If-None-Match.
 */
export function hasCurrentVersion(ctx: HttpContext, etag: string): boolean {
  // Trimmed after the split: a pattern with spaces on both sides of the comma takes a second for a line of spaces.
  const known = ctx
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim());
  return known.includes(etag) || known[0] === '*';
}

function send(ctx: HttpContext, packed: Buffer): void {
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = packed;
  } else {
    ctx.body = Readable.from([packed]).pipe(createGunzip());
  }
}
