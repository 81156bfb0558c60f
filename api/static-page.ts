import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createGunzip, constants as format, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { onceSucceeded } from '../infra/once-succeeded.ts';
import type { HttpContext } from './context.ts';
import type { Page } from './health/pages.ts';
import { isNotModified } from './not-modified.ts';

/** What most responses are compressed with, best first. */
const ENCODINGS = ['br', 'gzip', 'identity'];
/** Chooses among encodings that the client likes equally; its declarations do not have it. */
interface WithPreference {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}
/** Brotli's quality for what is compressed here, once a process: half of the time of the best, and 3 % larger. */
const QUALITY = 9;

/** A page whose text does not change while the process runs. */
export interface StaticPage {
  contentType: string;
  cacheControl: string;
  /** Content-Security-Policy of this page, where the default does not fit. */
  policy?: string;
  make: () => string | Promise<string>;
  /** The text as a build has compressed it by Brotli; undefined: there was no build. */
  readBrotli?: (() => Buffer | undefined) | undefined;
}

interface CompressedPage {
  etag: string;
  packed: Buffer;
}

/**
 * Serves a page that is rendered and compressed on first use, once for each encoding; only the compressed forms are kept.
 * Its ETag is weak, since it covers all forms.
 */
export function staticPage({ contentType, cacheControl, policy, make, readBrotli }: StaticPage): Page {
  const gzipped = onceSucceeded(async () => pack(await make(), (text) => promisify(gzip)(text)));
  const brotli = onceSucceeded(async () =>
    pack(await make(), async (text) => readBrotli?.() ?? compressByBrotli(text)),
  );
  return async (ctx) => {
    const encoding = encodingFor(ctx, ENCODINGS);
    const { etag, packed } = await (encoding === 'br' ? brotli() : gzipped());
    ctx.status = 200;
    ctx.set('Content-Type', contentType);
    ctx.set('Cache-Control', cacheControl);
    ctx.set('ETag', etag);
    ctx.vary('Accept-Encoding');
    // Also on a 304, whose headers update the browser's cached response.
    if (policy !== undefined) ctx.set('Content-Security-Policy', policy);
    if (isNotModified(ctx.headers, { ETag: etag })) ctx.status = 304;
    else if (encoding === 'br' || encoding === 'gzip') {
      ctx.set('Content-Encoding', encoding);
      ctx.body = packed;
    } else ctx.body = Readable.from([packed]).pipe(createGunzip());
  };
}

/** The first of these encodings among those that the client likes best; undefined: it takes none of them. */
export function encodingFor({ req }: HttpContext, encodings: readonly string[]): string | undefined {
  return (new Negotiator(req) as Negotiator & WithPreference).encoding(encodings, { preferred: encodings });
}

async function pack(text: string, compress: (text: string) => Promise<Buffer>): Promise<CompressedPage> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { etag, packed: await compress(text) };
}

function compressByBrotli(text: string): Promise<Buffer> {
  return promisify(brotliCompress)(text, { params: { [format.BROTLI_PARAM_QUALITY]: QUALITY } });
}
