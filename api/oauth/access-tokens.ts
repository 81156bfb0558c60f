import { LRUCache } from 'lru-cache';
import { type Authenticator, digestOf } from '../../domain/credentials/authenticator.ts';
import { InsufficientScope } from '../../domain/credentials/credential.ts';
import { findPrincipal, type PrincipalClaim, type TokenCredential } from '../../domain/credentials/principal.ts';
import type { Actor } from '../../domain/kernel/call.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { isStorable } from '../../domain/kernel/json.ts';
import { userOfSubject } from '../../domain/oauth/schema.ts';
import type { Audience, Scope } from '../../domain/oauth/scopes.ts';
import type { LimitGroup } from '../../domain/rate-limits/rules.ts';
import { email } from '../../domain/users/schema.ts';
import { IssuerUnavailable, type TokenClaims, type TokenVerifier } from '../../infra/oauth/token-verifier.ts';
import { isConsole } from './console-client.ts';
import type { Resource } from './resources.ts';

/** The claims of a token; they do not change during its lifetime. */
export interface ReadClaims {
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  audiences: readonly string[];
  expiresAt: Date;
  principal: PrincipalClaim;
}

/** Reads verified claims; undefined: they identify nobody. */
export type ClaimReader = (claims: TokenClaims) => ReadClaims | undefined;

/** The claim with the id of the user's grant to the client. */
export const GRANT_CLAIM = 'gid';

/** Reads the claims of tokens of this service's issuer. */
export function readOwnClaims(claims: TokenClaims): ReadClaims | undefined {
  const { sub, jti, client_id: clientId, [GRANT_CLAIM]: grantId } = claims;
  if (sub === undefined || jti === undefined || typeof clientId !== 'string') return undefined;
  const common = commonOf(claims, sub, clientId);
  if (sub === clientId) return { ...common, principal: { kind: 'oauth_client', clientId, tokenId: jti } };
  const userId = userOfSubject(sub);
  if (userId === undefined || typeof grantId !== 'string') return undefined;
  return { ...common, principal: { kind: 'user_grant', grantId, userId, isConsole: isConsole(clientId) } };
}

/**
 * Reads the claims of an external issuer's tokens. With `email` as the user claim, the address counts only where the
 * issuer has verified it; any other claim is compared with the user's external subject. Tokens of `consoleClientId` are
 * the console's.
 */
export function readExternalClaims(userClaim: string, consoleClientId: string): ClaimReader {
  return (claims) => {
    // Declared as a text, and not checked by the verifier.
    const sub: unknown = claims.sub;
    const user = claims[userClaim];
    if (typeof sub !== 'string' || typeof user !== 'string' || user === '') return undefined;
    if (userClaim === 'email' && claims['email_verified'] !== true) return undefined;
    const by = userClaim === 'email' ? byAddress(user) : { external_subject: user };
    const client = claims['client_id'] ?? claims['azp'] ?? claims['cid'];
    const clientId = typeof client === 'string' ? client : '';
    if (by === undefined || ![sub, user, clientId].every(isStorable)) return undefined;
    const principal = { kind: 'user', by, isConsole: clientId === consoleClientId } as const;
    return { ...commonOf(claims, sub, clientId), principal };
  };
}

/** An address that no person here can have identifies nobody. */
function byAddress(given: string): { email: string } | undefined {
  const { data } = email.safeParse(given);
  return data === undefined ? undefined : { email: data };
}

function commonOf(claims: TokenClaims, subject: string, clientId: string): Omit<ReadClaims, 'principal'> {
  const { aud = [], exp = 0 } = claims;
  return {
    subject,
    clientId,
    // RFC 9068 has `scope`; some issuers write `scp`, as text or list.
    scopes: new Set([claims['scope'], claims['scp']].flatMap(wordsOf)),
    audiences: [aud].flat(),
    expiresAt: new Date(Math.min(exp, LAST_SECOND) * 1000),
  };
}

/** The end of the year 9999, Unix seconds: later times cannot be written. */
const LAST_SECOND = 253_402_300_799;

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean);
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

/** The access that a valid token grants. */
export interface AccessTokenGrant {
  actor: Actor;
  /** `sub` of the token. */
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  expiresAt: Date;
  /** The limits that requests with this token count against. */
  limits: LimitGroup;
}

/** Validates access tokens. */
export interface AccessTokens {
  /**
   * The grant of a token for the resource. User, client and partner may be cached; counting the request by the grant's
   * limits shows whether they are stale. Throws UNAUTHORIZED for a token that is invalid or for another resource,
   * FORBIDDEN for a suspended partner, SERVICE_UNAVAILABLE while the issuer is unavailable.
   */
  find(token: string, audience: Audience): Promise<AccessTokenGrant>;
  /** Removes the stale user, client and partner of a token from the cache. */
  forget(token: string): void;
}

/** Dependencies for validating access tokens. */
export interface AccessTokenOptions {
  verifier: TokenVerifier;
  claims: ClaimReader;
  resources: Record<Audience, Resource>;
  deps: Pick<Deps, 'db' | 'clock' | 'transaction' | 'onInvitationAccepted'>;
}

/** Verified tokens that a process caches; each takes some hundred bytes. */
const CACHED_TOKENS = 10_000;
/** Node's limit for headers would refuse longer ones anyway. */
const MAX_TOKEN_LENGTH = 8_192;
/** Seconds after which a caller may retry when the issuer is unavailable. */
const ISSUER_RETRY_SECONDS = 5;
/** The scope that the REST API requires. */
const API_SCOPE: Scope = 'api';
/** JWS in its compact form. */
const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Validates access tokens of this service's own issuer or of an external one. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens & { authenticator: Authenticator } {
  const { verifier, claims: reader, resources, deps } = options;
  const { clock } = deps;
  const verified = new LRUCache<string, ReadClaims>({ max: CACHED_TOKENS });
  // Only for audiences that `read` has found in the token.
  const remembered = new LRUCache<string, TokenCredential>({ max: CACHED_TOKENS });

  async function read(token: string, digest: string, audience: Audience): Promise<ReadClaims> {
    let known = verified.get(digest);
    if (!known) {
      const claims = await verifier.verify(token, clock.now()).catch(asUnavailable);
      if (claims === 'expired') throw refusal(EXPIRED);
      known = claims && reader(claims);
      if (!known) throw refusal(INVALID);
      verified.set(digest, known);
    }
    if (known.expiresAt <= clock.now()) {
      verified.delete(digest);
      throw refusal(EXPIRED);
    }
    if (!known.audiences.includes(resources[audience].url)) throw refusal(OF_ANOTHER_RESOURCE);
    return known;
  }

  async function findToken(token: string, audience: Audience): Promise<FoundToken> {
    if (token.length > MAX_TOKEN_LENGTH || !TOKEN_FORM.test(token)) throw refusal(INVALID);
    const digest = digestOf(token);
    const known = await read(token, digest, audience);
    const copy = remembered.get(digest);
    if (copy && copy.expiresAt > clock.now().getTime()) return { known, credential: copy };
    const credential = await findPrincipal(deps, known.principal, known.expiresAt);
    if (!credential) throw refusal(REVOKED);
    remembered.set(digest, credential);
    return { known, credential };
  }

  const forget = (token: string) => void remembered.delete(digestOf(token));
  return {
    async find(token, audience) {
      const found = await findToken(token, audience);
      const { subject, clientId, scopes } = found.known;
      const { actor, expiresAt, limits } = found.credential;
      return { actor, subject, clientId, scopes, expiresAt: new Date(expiresAt), limits };
    },
    forget,
    authenticator: {
      accepts: (token) => TOKEN_FORM.test(token),
      async find(token) {
        const found = await findToken(token, 'api');
        if (!found.known.scopes.has(API_SCOPE)) throw new InsufficientScope(API_SCOPE, found.credential);
        return found.credential;
      },
      forget,
    },
  };
}

interface FoundToken {
  known: ReadClaims;
  credential: TokenCredential;
}

/**
 * Why a token is refused. Only who holds a token that was issued here learns more than that it is invalid: its signature
 * is checked first.
 */
const INVALID = 'The access token is not valid.';
const EXPIRED = 'The access token has expired; get a new one.';
const OF_ANOTHER_RESOURCE = 'The access token was issued for another resource.';
const REVOKED = 'The access token was revoked, or whom it was issued to has no access any more.';

function refusal(message: string): AppError {
  return new AppError('UNAUTHORIZED', message);
}

/** A token that cannot be validated is neither accepted nor refused. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof IssuerUnavailable)) throw error;
  const options = { retryAfterSeconds: ISSUER_RETRY_SECONDS, cause: error };
  throw new AppError('SERVICE_UNAVAILABLE', 'Access tokens cannot be checked at the moment.', options);
}
