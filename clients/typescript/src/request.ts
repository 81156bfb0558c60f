import { ApiError, ConnectionError, TimeoutError } from './errors.ts';
import { delayOf, type RetrySettings, sleep } from './retries.ts';

/** How the API is reached. */
export interface ClientOptions extends Partial<RetrySettings> {
  /** Address of the API, such as `https://marketwright.example/api/v1`. */
  baseUrl: string;
  /** A key, or an access token; a function is asked before each request, so that it can renew a token. */
  apiKey: string | (() => string | Promise<string>);
  /** Time for a request with its answer, milliseconds; of streams and files, for the beginning of the answer. 60 seconds unless given. */
  timeoutMs?: number;
  /** Sends the requests; the global `fetch` unless given. */
  fetch?: typeof fetch;
}

/** What can be said of a single request. */
export interface RequestOptions {
  /** Ends the request, with its waits and repeats. */
  signal?: AbortSignal;
  /** Time for one attempt, milliseconds. */
  timeoutMs?: number;
  /** Most repeats. */
  maxRetries?: number;
  /** Key under which a repeated POST is known; a new UUID unless given. */
  idempotencyKey?: string;
  /** Further headers. */
  headers?: Record<string, string>;
  /** Sees the answer with its headers: limits, `X-Request-Id`, `ETag`. Its body is read already. */
  onResponse?: (response: Response) => void;
}

/** What is sent, beside the options. */
export interface Sent {
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** A route: method, path from the base address, and what holds for it. */
export interface Route {
  method: string;
  path: string;
  /** Takes an Idempotency-Key. */
  hasKey: boolean;
}

export const DEFAULTS = { maxRetries: 3, maxRetryDelayMs: 60_000, timeoutMs: 60_000 };

/** Sends a request, again where that is safe, and reads the answer. Throws ApiError and ConnectionError. */
export async function send<Result>(
  client: ClientOptions,
  route: Route,
  input: Sent & RequestOptions,
  accept: string,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { method, hasKey } = route;
  const { signal, timeoutMs = client.timeoutMs ?? DEFAULTS.timeoutMs } = input;
  const settings = {
    maxRetries: input.maxRetries ?? client.maxRetries ?? DEFAULTS.maxRetries,
    maxRetryDelayMs: client.maxRetryDelayMs ?? DEFAULTS.maxRetryDelayMs,
  };
  const url = addressOf(client.baseUrl, route.path, input);
  const headers = new Headers({ Accept: accept });
  if (input.body !== undefined) headers.set('Content-Type', 'application/json');
  if (hasKey) headers.set('Idempotency-Key', input.idempotencyKey ?? crypto.randomUUID());
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value);
  const init = { method, headers, body: input.body === undefined ? null : JSON.stringify(input.body) };
  const isRepeatable = method === 'GET' || headers.has('Idempotency-Key');
  for (let attempt = 0; ; attempt += 1) {
    try {
      headers.set('Authorization', `Bearer ${await keyOf(client)}`);
      return await once(client, url, init, signal, timeoutMs, read, input.onResponse);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const delayMs = delayOf(error, attempt, isRepeatable, settings);
      if (delayMs === undefined) throw error;
      await sleep(delayMs, signal);
    }
  }
}

async function keyOf({ apiKey }: ClientOptions): Promise<string> {
  return typeof apiKey === 'string' ? apiKey : apiKey();
}

async function once<Result>(
  client: ClientOptions,
  url: URL,
  init: RequestInit,
  signal: AbortSignal | undefined,
  timeoutMs: number,
  read: (response: Response) => Promise<Result>,
  onResponse: RequestOptions['onResponse'],
): Promise<Result> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signals = signal ? [signal, timeout.signal] : [timeout.signal];
  const call = client.fetch ?? fetch;
  try {
    // Redirects are not followed: the API has none, and the key is for it alone.
    const response = await call(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    if (!response.ok) throw new ApiError(response, parsed(await response.text()));
    const result = await read(response);
    onResponse?.(response);
    return result;
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    if (timeout.signal.aborted) throw new TimeoutError(`No answer came in ${timeoutMs} ms.`, { cause: error });
    throw new ConnectionError(`${init.method} ${url.origin}${url.pathname} failed.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** JSON, or undefined for what is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws a TypeError where a part of the path is missing. */
function addressOf(baseUrl: string, template: string, { path = {}, query = {} }: Sent): URL {
  const parts = path as Record<string, unknown>;
  const filled = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = parts[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`The path needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  const url = new URL(baseUrl.replace(/\/+$/, '') + filled);
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) url.searchParams.append(name, String(each));
    }
  }
  return url;
}
