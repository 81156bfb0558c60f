import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from 'jose';
import type { OutboundObservation } from '../http/guarded-client.ts';
import { onceSucceeded } from '../once-succeeded.ts';
import { issuerKeys } from './issuer-keys.ts';
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
  const { issuer } = options;
  const ready = onceSucceeded(() => issuerKeys(options));
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
