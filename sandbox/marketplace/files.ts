import type { ServerResponse } from 'node:http';
import { HttpProblem } from '../http.ts';
import { imageOf } from './images/serve-image.ts';
import type { ListingStore } from './listing-store.ts';
import type { RequestLog } from './request-log.ts';

/** GET /files/{id}/{name}: an image of a listing. */
export function serveFile(
  id: string,
  name: string,
  response: ServerResponse,
  { shelf, log }: { shelf: ListingStore; log: RequestLog },
): void {
  const entry = shelf.find(id);
  const image = entry && imageOf(entry, name);
  log.add({ path: `/files/${id}/${name}`, listing: id, status: image ? 200 : 404, if_none_match: null, fault: null });
  if (!image) throw new HttpProblem(404, 'There is no such file');
  response.writeHead(200, { 'content-type': image.type, 'content-length': image.bytes.length }).end(image.bytes);
}
