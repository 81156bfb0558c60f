import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import type { OutboundObservation } from '../http/guarded-client.ts';
import { operatorFetch } from '../http/operator-fetch.ts';
import type { SigningKey } from './signing-keys.ts';

/** The claims of a token whose signature, issuer and lifetime are valid. */
export type TokenClaims = JWTPayload;

/** Checks signature, algorithm, issuer and time of access tokens; not the audience. */
export interface TokenVerifier {
  /** The claims; `expired`: only its time is over; undefined: it is invalid. Throws IssuerUnavailable. */
  verify(token: string, now: Date): Promise<TokenClaims | 'expired' | undefined>;
}

/** The issuer's keys are unavailable at the moment, so no token can be checked. */
export class IssuerUnavailable extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`The keys of the OAuth issuer ${issuer} cannot be had.`, { cause });
    this.name = 'IssuerUnavailable';
  }
}

/** Clocks of the issuer's machines and ours may differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 30;
const ISSUER_TIMEOUT_MS = 5_000;
/** Largest document of an issuer that is read, bytes. */
const MAX_METADATA_BYTES = 256 * 1024;
/** Signatures by public key only: with HMAC, every verifier could also issue tokens. */
const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
];

/** For tokens that this service issued. Accepts every key; the token's header identifies the one that signed. */
export function ownTokenVerifier(options: { issuer: string; keys: readonly SigningKey[] }): TokenVerifier {
  const { issuer, keys } = options;
  // Loaded with the first token: a process whose callers have API keys does without.
  const ready = onceSucceeded(async () => {
    const { createLocalJWKSet, calculateJwkThumbprint } = await import('jose');
    const jwks = await Promise.all(
      keys.map(async ({ d: _private, ...key }) => ({ ...key, alg: 'ES256', kid: await calculateJwkThumbprint(key) })),
    );
    return createLocalJWKSet({ keys: jwks });
  });
  return {
    verify: async (token, now) =>
      verifyWith(await ready(), token, { issuer, algorithms: ['ES256'], typ: 'at+jwt', currentDate: now }),
  };
}

/**
 * For tokens of an issuer elsewhere, whose keys are fetched and kept; `jwksUrl` saves the look into its metadata. `observe` is
 * called for each request to the issuer, when its answer begins.
 */
export function externalTokenVerifier(options: {
  issuer: string;
  jwksUrl: string | undefined;
  observe?: ((request: OutboundObservation) => void) | undefined;
}): TokenVerifier {
  const { issuer, jwksUrl } = options;
  const request = observedFetch(options.observe);
  const ready = onceSucceeded(async () => {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const url = jwksUrl ?? (await discoverJwksUrl(issuer, request));
    const fetchKeys = async () => new Response(await fetchText(url, request));
    return createRemoteJWKSet(new URL(url), { timeoutDuration: ISSUER_TIMEOUT_MS, [customFetch]: fetchKeys });
  });
  return {
    async verify(token, now) {
      const allowed = { algorithms: ALGORITHMS, currentDate: now, clockTolerance: CLOCK_TOLERANCE_SECONDS };
      try {
        return await verifyWith(await ready(), token, { issuer, ...allowed });
      } catch (error) {
        throw new IssuerUnavailable(issuer, error);
      }
    },
  };
}

async function verifyWith(
  keys: JWTVerifyGetKey,
  token: string,
  options: JWTVerifyOptions,
): Promise<TokenClaims | 'expired' | undefined> {
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, keys, { ...options, requiredClaims: ['exp', 'sub', 'aud'] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    // An invalid token is the caller's error; an invalid JWKS is the issuer's, and so is one that is no JSON, whose error has no class of its own.
    if (error instanceof errors.JWKSInvalid || error.code === errors.JOSEError.code) throw error;
    // The time is looked at last, after the signature.
    return error instanceof errors.JWTExpired ? 'expired' : undefined;
  }
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

/** Runs the work with the first call and keeps what it made; what failed is tried again with the next. */
export function onceSucceeded<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
