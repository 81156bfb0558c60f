import type { IncomingMessage, ServerResponse } from 'node:http';
import { ZodError } from 'zod';
import { HttpProblem, readJson, sendJson } from '../http.ts';
import { type SandboxAddress, type SandboxServer, startSandboxServer } from '../server.ts';
import { TRY_LISTINGS } from './catalogue/index.ts';
import { Faults } from './faults.ts';
import { imageOf } from './images.ts';
import { ListingStore } from './listing-store.ts';
import { serveIndex, serveListing } from './pages.ts';
import { RequestLog } from './request-log.ts';

/** Longest id of a listing. */
const maxIdLength = 255;

/** State of the server. */
interface Sandbox {
  shelf: ListingStore;
  faults: Faults;
  log: RequestLog;
}

/** Starts the sandbox marketplace: pages of invented listings, good and bad, for development, tests and first tries. */
export function startSandboxMarketplace(address: SandboxAddress): Promise<SandboxServer> {
  const sandbox = { shelf: new ListingStore(), faults: new Faults(), log: new RequestLog() };
  return startSandboxServer(address, (request, response) => {
    route(request, response, sandbox).catch((error: unknown) => sendProblem(response, error));
  });
}

async function route(request: IncomingMessage, response: ServerResponse, sandbox: Sandbox): Promise<void> {
  response.setHeader('x-sandbox', 'true');
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const [, area = '', ...rest] = url.pathname.split('/').map(decode);
  const path = rest.join('/');
  const { method = '' } = request;
  if (area === '__sandbox') return control(method, path, url.searchParams, request, response, sandbox);
  if (method !== 'GET' && method !== 'HEAD') throw new HttpProblem(405, 'Only GET is served here');
  if (area === 'marketplace' && rest[0] === 'pp' && rest.length === 2) {
    return serveListing(rest[1] ?? '', request, response, sandbox);
  }
  if (area === 'files' && rest.length === 2) return serveFile(rest[0] ?? '', rest[1] ?? '', response, sandbox);
  if (area === 'healthz') return sendJson(response, 200, { status: 'ok', sandbox: true });
  if (area === '') return serveIndex(response, sandbox);
  throw new HttpProblem(404, `There is nothing at ${url.pathname}`);
}

/** Control endpoints for tests and people. */
async function control(
  method: string,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
  { shelf, faults, log }: Sandbox,
): Promise<void> {
  const [, id] = /^listings\/([^/]+)$/.exec(path) ?? [];
  if (id !== undefined && id.length <= maxIdLength) {
    if (method === 'PUT') shelf.change(id, await readJson(request));
    else if (method === 'DELETE') shelf.restore(id);
    else if (method !== 'GET') throw new HttpProblem(405, 'GET, PUT or DELETE');
    const entry = shelf.find(id);
    return sendJson(response, entry || method === 'DELETE' ? 200 : 404, { id, listing: entry?.listing ?? null });
  }
  switch (`${method} ${path}`) {
    case 'GET listings':
      return sendJson(
        response,
        200,
        shelf.entries().map(({ id: each, shows, listing }) => ({ id: each, shows, title: listing.title })),
      );
    case 'GET try':
      return sendJson(response, 200, TRY_LISTINGS);
    case 'GET requests':
      return sendJson(response, 200, log.summary(Number(query.get('limit') ?? 50), query.get('listing')));
    case 'PUT faults':
      faults.replace(await readJson(request));
      return sendJson(response, 200, faults.current());
    case 'DELETE faults':
      faults.clear();
      return sendJson(response, 200, faults.current());
    case 'GET faults':
      return sendJson(response, 200, faults.current());
    default:
      throw new HttpProblem(404, `Unknown control: ${method} ${path}`);
  }
}

/** A part of a path; as it is where it can't be decoded. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function sendProblem(response: ServerResponse, error: unknown): void {
  const [status, message] =
    error instanceof HttpProblem
      ? [error.status, error.message]
      : error instanceof ZodError
        ? [400, error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')]
        : [500, 'The sandbox failed'];
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { message } });
}

/** GET /files/{id}/{name}: an image of a listing. */
function serveFile(
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
