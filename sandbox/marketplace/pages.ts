import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from './encode.ts';
import type { Fault, Faults } from './faults.ts';
import type { CatalogueEntry, Delivery } from './listing.ts';
import type { ListingStore } from './listing-store.ts';
import { pagePath } from './page/html.ts';
import { indexPage } from './page/index-page.ts';
import { emptyPage, listingPage, malformed } from './page/page.ts';
import type { RequestLog } from './request-log.ts';

/** Dependencies of the page handlers. */
interface Sources {
  shelf: ListingStore;
  faults: Faults;
  log: RequestLog;
}

/** GET /: what there is. */
export function serveIndex(response: ServerResponse, { shelf }: Pick<Sources, 'shelf'>): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(indexPage(shelf.entries()));
}

/** GET /marketplace/pp/{id}: plays the failure that is due, if any, and serves the page in the listing's own way. */
export async function serveListing(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  { shelf, faults, log }: Sources,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const fault = faults.take(id);
  const entry = shelf.find(id);
  try {
    if (fault && (await play(fault, response, gone.signal))) return;
    if (!entry) return notFound(response);
    await deliver(entry, request, response, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    log.add({
      path: pagePath(id),
      listing: id,
      status: response.headersSent ? response.statusCode : null,
      if_none_match: request.headers['if-none-match'] ?? null,
      fault: fault?.kind ?? null,
    });
  }
}

/** Whether the failure was the whole answer. */
async function play(fault: Fault, response: ServerResponse, gone: AbortSignal): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end('<h1>The sandbox was told to fail</h1>');
      return true;
    case 'delay':
      await sleep(fault.delay_ms, undefined, { signal: gone });
      return false;
    case 'drop':
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><html>', () => response.destroy());
      return true;
    case 'hang':
      return true;
  }
}

async function deliver(
  entry: CatalogueEntry,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  const { delivery } = entry;
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  switch (delivery.kind) {
    case 'page':
      return servePage(pageBytes(entry, delivery, origin), delivery.charset, request, response);
    case 'empty-page':
      return servePage(Buffer.from(emptyPage()), 'utf-8', request, response);
    case 'moved':
      return void response.writeHead(301, { location: pagePath(delivery.to) }).end();
    case 'redirect':
      return void response.writeHead(302, { location: delivery.location }).end();
    case 'slow':
      await sleep(delivery.seconds * 1000, undefined, { signal: gone });
      return servePage(pageBytes(entry, { kind: 'page' }, origin), 'utf-8', request, response);
    case 'too-large':
      return streamEndless(response, delivery.bytes, gone);
    case 'status':
      return void response.writeHead(delivery.status, { 'content-type': 'text/html' }).end('<h1>Internal error</h1>');
  }
}

function pageBytes(entry: CatalogueEntry, delivery: Extract<Delivery, { kind: 'page' }>, origin: string): Buffer {
  const { charset = 'utf-8' } = delivery;
  const html = listingPage(entry, { origin, charset, jsonLd: delivery.without !== 'json-ld' });
  return encode(delivery.malformed ? malformed(html) : html, charset);
}

/** Of the pages in older encodings only the page itself says which it is in. */
function servePage(
  bytes: Buffer,
  charset: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag)) return void response.writeHead(304, { etag }).end();
  const type = charset === undefined || charset === 'utf-8' ? 'text/html; charset=utf-8' : 'text/html';
  const headers = { 'content-type': type, 'content-length': bytes.length, etag, 'cache-control': 'max-age=300' };
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes);
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>There is no such product</h1>');
}

/** Sends so many bytes of a page as fast as they are taken. */
async function streamEndless(response: ServerResponse, bytes: number, gone: AbortSignal): Promise<void> {
  const paragraph = Buffer.from(`<p>${'All of this is one page. '.repeat(2_600)}</p>\n`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write('<!doctype html><html><head><title>Large</title></head><body><h1>Large</h1>\n');
  for (let sent = 0; sent < bytes; sent += paragraph.length) {
    if (!response.write(paragraph)) await once(response, 'drain', { signal: gone });
  }
  response.end('</body></html>');
}
