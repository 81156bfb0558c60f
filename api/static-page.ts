import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { EdgeContext } from './context.ts';
import type { Page } from './health/pages.ts';

const compress = promisify(gzip);

/** A page whose text is the same as long as the process runs. */
export interface StaticPage {
  contentType: string;
  cacheControl: string;
  /** Content-Security-Policy of this page, where the common one does not do. */
  policy?: string;
  make: () => string;
}

interface Made {
  etag: string;
  packed: Buffer;
}

/**
 * Serves a page that is made and compressed when it is first read, and kept compressed only. Its ETag is weak, because it
 * stands for both forms.
 */
export function staticPage({ contentType, cacheControl, policy, make }: StaticPage): Page {
  let made: Promise<Made> | undefined;
  return async (ctx) => {
    made ??= pack(make).catch((error: unknown) => {
      // The next reader tries again.
      made = undefined;
      throw error;
    });
    const { etag, packed } = await made;
    ctx.status = 200;
    ctx.set('Content-Type', contentType);
    ctx.set('Cache-Control', cacheControl);
    ctx.set('ETag', etag);
    ctx.vary('Accept-Encoding');
    // Also on a 304: a browser takes its headers over into what it has kept.
    if (policy !== undefined) ctx.set('Content-Security-Policy', policy);
    if (isKnown(ctx, etag)) ctx.status = 304;
    else send(ctx, packed);
  };
}

async function pack(make: () => string): Promise<Made> {
  const text = make();
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { etag, packed: await compress(text) };
}

/**
 * Whether the caller has this version. Koa's own `fresh` says no to callers that send `Cache-Control: no-cache`, which fetch
 * does wherever it is given an If-None-Match.
 */
export function isKnown(ctx: EdgeContext, etag: string): boolean {
  // Spaces are taken off after the cut: a pattern with them on both sides of the comma takes a second for a line of spaces.
  const known = ctx
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim());
  return known.includes(etag) || known[0] === '*';
}

function send(ctx: EdgeContext, packed: Buffer): void {
  if (ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = packed;
  } else {
    ctx.body = Readable.from([packed]).pipe(createGunzip());
  }
}
