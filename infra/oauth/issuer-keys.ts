import type { JWTVerifyGetKey } from 'jose';
import type { OutboundObservation } from '../http/guarded-client.ts';
import { operatorFetch } from '../http/operator-fetch.ts';

const ISSUER_TIMEOUT_MS = 5_000;
/** Largest document of an issuer that is read, bytes. */
const MAX_METADATA_BYTES = 256 * 1024;
/** How long keys serve while the issuer is away, milliseconds: the usual lifetime of its tokens; none come of it meanwhile. */
const MAX_STALE_MS = 3_600_000;

/**
 * The keys of an issuer elsewhere, which are fetched every ten minutes. While that fails the last ones serve, for an hour; then no
 * token is invalid because its key is unknown, since the issuer may have a new one. Throws what prevents the fetching.
 */
export async function issuerKeys(options: {
  issuer: string;
  jwksUrl: string | undefined;
  observe?: ((request: OutboundObservation) => void) | undefined;
}): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch, errors } = await import('jose');
  const request = observedFetch(options.observe);
  const url = options.jwksUrl ?? (await discoverJwksUrl(options.issuer, request));
  let last: { text: string; at: number } | undefined;
  let failure: unknown;

  async function fetchKeys(): Promise<Response> {
    try {
      const text = await fetchText(url, request);
      if (!Array.isArray(parse(text)?.['keys'])) throw new Error(`${url} answers with no key set.`);
      last = { text, at: Date.now() };
      failure = undefined;
    } catch (error) {
      if (!last || Date.now() - last.at > MAX_STALE_MS) throw error;
      failure = error;
    }
    return new Response(last.text);
  }

  const find = createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS, [customFetch]: fetchKeys });
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey && failure !== undefined) throw failure;
      throw error;
    }
  };
}

type Request = (url: string, init: RequestInit) => Promise<Response>;

function observedFetch(observe: ((request: OutboundObservation) => void) | undefined): Request {
  if (!observe) return operatorFetch;
  return async (url, init) => {
    const started = performance.now();
    const { hostname, port } = new URL(url);
    const about = () => ({
      method: 'GET' as const,
      host: hostname,
      port: port === '' ? undefined : Number(port),
      durationMs: performance.now() - started,
    });
    try {
      const response = await operatorFetch(url, init);
      observe({ ...about(), status: response.status });
      return response;
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      observe({ ...about(), kind: isLate ? 'timeout' : 'connect' });
      throw error;
    }
  };
}

/** Asks the issuer's metadata, RFC 8414 first and OpenID Connect's next, where its keys are. */
async function discoverJwksUrl(issuer: string, request: Request): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  const failures: unknown[] = [];
  for (const place of places) {
    try {
      const metadata = parse(await fetchText(place, request));
      if (metadata?.['issuer'] === issuer && typeof metadata['jwks_uri'] === 'string') return metadata['jwks_uri'];
    } catch (error) {
      // An issuer that has one of the two places only may answer with anything at the other.
      failures.push(error);
    }
  }
  const cause = new AggregateError(failures);
  throw new Error(`The metadata of the OAuth issuer ${issuer} cannot be had, name no jwks_uri, or another issuer.`, {
    cause,
  });
}

/** A document of an issuer. Throws when there is none, or it is not all there in time, or too large. */
async function fetchText(url: string, request: Request): Promise<string> {
  const response = await request(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(ISSUER_TIMEOUT_MS),
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`${url} answers with status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_METADATA_BYTES) throw new Error(`${url} has more than ${MAX_METADATA_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
