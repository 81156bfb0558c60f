import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { OutboundResponse } from '../http/exchange.ts';
import { codeOf } from '../http/outbound-error.ts';
import { fieldOf, MAX_PAGE_BYTES } from './fetch-page.ts';
import { MarketplaceError } from './port.ts';

/** The client asks for no compression; some servers keep their pages compressed and send them so all the same. */
const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

/** The bytes of an HTML page. Throws MarketplaceError too-large or unreadable. */
export async function htmlOf(answer: OutboundResponse): Promise<Buffer> {
  const type = mediaTypeOf(answer);
  if (type !== '' && type !== 'text/html' && type !== 'application/xhtml+xml') {
    throw new MarketplaceError('unreadable', 'The marketplace did not answer with a web page.');
  }
  if (answer.truncated) throw tooLarge();
  const encoding = fieldOf(answer.headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? answer.excerpt : decompressed(answer.excerpt, encoding);
}

/** The charset of the answer's Content-Type; undefined without. */
export function charsetOf(answer: OutboundResponse): string | undefined {
  const [, charset] = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(contentTypeOf(answer)) ?? [];
  return charset;
}

function mediaTypeOf(answer: OutboundResponse): string {
  return contentTypeOf(answer).split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function contentTypeOf(answer: OutboundResponse): string {
  return fieldOf(answer.headers, 'content-type') ?? '';
}

async function decompressed(bytes: Buffer, encoding: string): Promise<Buffer> {
  const decode = decoders.get(encoding);
  if (!decode) throw new MarketplaceError('unreadable', 'The marketplace sent the page in an unknown encoding.');
  try {
    return await decode(bytes, { maxOutputLength: MAX_PAGE_BYTES });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new MarketplaceError('unreadable', 'The marketplace sent the page in a damaged encoding.', error);
  }
}

function tooLarge(): MarketplaceError {
  return new MarketplaceError('too-large', 'The page of this listing is larger than 5 MiB.');
}
