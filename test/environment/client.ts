/** A list is sent as repeated parameters; undefined is left out. */
type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** Options of a request. */
export interface HttpRequest {
  /** GET when left out. */
  method?: string;
  /** Sent as a bearer token; null or undefined: none. */
  key?: string | null | undefined;
  query?: Record<string, QueryValue>;
  /** Text, bytes and forms go as they are, the rest as JSON. */
  body?: unknown;
  headers?: Headers | Record<string, string>;
  signal?: AbortSignal;
}

/** An answer, read to its end. */
export interface HttpReply<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; undefined when the answer has none. */
  body: Body;
}

/** Sends a request and reads the answer, whatever its status; redirects are not followed. */
// biome-ignore lint/suspicious/noExplicitAny: a test that expects a shape names it, and others look into every shape
export async function send<Body = any>(url: string | URL, request: HttpRequest = {}): Promise<HttpReply<Body>> {
  const response = await open(url, request);
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true && text !== '';
  const body = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

/** As `send`, for programs that go on only with a success: throws for every other status. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function sendOk<Body = any>(url: string | URL, request: HttpRequest = {}): Promise<Body> {
  const { status, text, body } = await send<Body>(url, request);
  if (status >= 200 && status < 300) return body;
  throw new Error(`${request.method ?? 'GET'} ${url} was answered with ${status}: ${text}`);
}

/** Sends a request; whoever asks reads or cancels the body of the answer. */
export function open(url: string | URL, request: HttpRequest = {}): Promise<Response> {
  const { method = 'GET', key, query = {}, body, signal } = request;
  const target = new URL(url);
  for (const [field, value] of Object.entries(query)) {
    for (const part of [value ?? []].flat()) target.searchParams.append(field, String(part));
  }
  const headers = new Headers(request.headers);
  if (key !== null && key !== undefined) headers.set('Authorization', `Bearer ${key}`);
  const isJson = body !== undefined && !isRaw(body);
  if (isJson && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const encoded = isRaw(body) ? body : isJson ? JSON.stringify(body) : null;
  return fetch(target, { method, headers, redirect: 'manual', body: encoded, ...(signal && { signal }) });
}

/** Whether a body is sent as it is. */
export function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | URLSearchParams {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof URLSearchParams;
}
