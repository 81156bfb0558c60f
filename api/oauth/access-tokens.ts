import { LRUCache } from 'lru-cache';
import type { Authenticator } from '../../domain/credentials/authenticator.ts';
import { InsufficientScope } from '../../domain/credentials/insufficient-scope.ts';
import { digestOf } from '../../domain/credentials/token.ts';
import type { Actor } from '../../domain/kernel/call.ts';
import type { Clock, Db } from '../../domain/kernel/deps.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { findPrincipal, type TokenCredential } from '../../domain/oauth/principal.ts';
import type { Audience, Scope } from '../../domain/oauth/scopes.ts';
import type { LimitGroup } from '../../domain/rate-limits/rules.ts';
import { IssuerUnavailable, type TokenVerifier } from '../../infra/oauth/token-verifier.ts';
import type { ClaimReader, ReadClaims } from './claims.ts';
import type { Resource } from './resources.ts';

/** What a valid access token grants. */
export interface AccessTokenGrant {
  actor: Actor;
  /** `sub` of the token. */
  subject: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  expiresAt: Date;
  /** Counters that requests with this token take from. */
  limits: LimitGroup;
}

/** Access tokens as the edge checks them. */
export interface AccessTokens {
  /**
   * The grant of a token for the resource, with user, client and partner as the database has them now. Throws UNAUTHORIZED of a token
   * that is not valid or for another resource, FORBIDDEN of a suspended partner, SERVICE_UNAVAILABLE while the issuer is away.
   */
  verify(token: string, audience: Audience): Promise<AccessTokenGrant>;
  /** The same, but user, client and partner perhaps from memory: whoever counts the request by the grant's limits learns if that is stale. */
  recall(token: string, audience: Audience): Promise<AccessTokenGrant>;
  /** Drops what is remembered of a token, since it turned out to be stale. */
  forget(token: string): void;
}

export interface AccessTokenOptions {
  verifier: TokenVerifier;
  claims: ClaimReader;
  resources: Record<Audience, Resource>;
  db: Db;
  clock: Clock;
}

/** Tokens that a process remembers to have verified; each is some hundred bytes. */
const CACHED_TOKENS = 10_000;
/** Longer ones would be refused by Node's limit on headers anyway. */
const MAX_TOKEN_LENGTH = 8_192;
/** Seconds after which a caller may try again when the issuer is away. */
const ISSUER_RETRY_SECONDS = 5;
/** JWS in its compact form. */
const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Checks access tokens, of this service's own issuer or of an external one. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens & { authenticator: Authenticator } {
  const { verifier, claims: reader, resources, db, clock } = options;
  const verified = new LRUCache<string, ReadClaims>({ max: CACHED_TOKENS });

  async function read(token: string, audience: Audience): Promise<ReadClaims | undefined> {
    if (token.length > MAX_TOKEN_LENGTH || !TOKEN_FORM.test(token)) return undefined;
    const digest = digestOf(token);
    let known = verified.get(digest);
    if (!known) {
      const claims = await verifier.verify(token, clock.now()).catch(asUnavailable);
      known = claims && reader(claims);
      if (!known) return undefined;
      verified.set(digest, known);
    }
    if (known.expiresAt <= clock.now()) {
      verified.delete(digest);
      return undefined;
    }
    return known.audiences.includes(resources[audience].url) ? known : undefined;
  }

  // Only for audiences of which `read` has said that the token is for them.
  const remembered = new LRUCache<string, TokenCredential>({ max: CACHED_TOKENS });

  async function grantOf(
    token: string,
    audience: Audience,
    find: (known: ReadClaims) => Promise<TokenCredential | undefined>,
  ): Promise<AccessTokenGrant> {
    const known = await read(token, audience);
    const credential = known && (await find(known));
    if (!known || !credential) throw new AppError('UNAUTHORIZED', 'The access token is not valid.');
    remembered.set(digestOf(token), credential);
    const { subject, clientId, scopes } = known;
    const expiresAt = new Date(credential.expiresAt);
    return { actor: credential.actor, subject, clientId, scopes, expiresAt, limits: credential.limits };
  }
  const look = (known: ReadClaims) => findPrincipal(db, clock.now(), known.principal, known.expiresAt);

  return {
    verify: (token, audience) => grantOf(token, audience, look),
    recall: (token, audience) =>
      grantOf(token, audience, async (known) => {
        const credential = remembered.get(digestOf(token));
        return credential && credential.expiresAt > clock.now().getTime() ? credential : look(known);
      }),
    forget: (token) => void remembered.delete(digestOf(token)),
    authenticator: apiAuthenticator({ read: (token) => read(token, 'api'), db, clock }),
  };
}

/** Nothing is said of a token that cannot be checked. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof IssuerUnavailable)) throw error;
  const options = { retryAfterSeconds: ISSUER_RETRY_SECONDS, cause: error };
  throw new AppError('SERVICE_UNAVAILABLE', 'Access tokens cannot be checked at the moment.', options);
}

/** The scope that the REST API needs. */
const API_SCOPE: Scope = 'api';

/** Access tokens for the REST API. `find` throws InsufficientScope. */
function apiAuthenticator(options: {
  read: (token: string) => Promise<ReadClaims | undefined>;
  db: Db;
  clock: Clock;
}): Authenticator {
  const { read, db, clock } = options;
  // Who is behind a token is checked in the call that counts the request, as it is for keys.
  const credentials = new LRUCache<string, TokenCredential>({ max: CACHED_TOKENS });
  return {
    accepts: (token) => TOKEN_FORM.test(token),
    async find(token) {
      const digest = digestOf(token);
      const cached = credentials.get(digest);
      if (cached && cached.expiresAt > clock.now().getTime()) return cached;
      const known = await read(token);
      if (!known) return undefined;
      const credential = await findPrincipal(db, clock.now(), known.principal, known.expiresAt);
      if (credential && !known.scopes.has(API_SCOPE)) throw new InsufficientScope(API_SCOPE, credential);
      if (credential) credentials.set(digest, credential);
      return credential;
    },
    forget: (token) => void credentials.delete(digestOf(token)),
  };
}
