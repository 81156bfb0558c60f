import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Sends so many bytes of a page as fast as they are taken. */
export async function streamEndless(response: ServerResponse, bytes: number, gone: AbortSignal): Promise<void> {
  const paragraph = Buffer.from(`<p>${'All of this is one page. '.repeat(2_600)}</p>\n`);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write('<!doctype html><html><head><title>Large</title></head><body><h1>Large</h1>\n');
  for (let sent = 0; sent < bytes; sent += paragraph.length) {
    if (!response.write(paragraph)) await once(response, 'drain', { signal: gone });
  }
  response.end('</body></html>');
}
