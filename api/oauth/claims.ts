import type { PrincipalClaim } from '../../domain/credentials/principal.ts';
import { userOfSubject } from '../../domain/oauth/schema.ts';
import type { TokenClaims } from '../../infra/oauth/token-verifier.ts';

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
  return { ...common, principal: { kind: 'user_grant', grantId, userId } };
}

/**
 * Reads the claims of an external issuer's tokens. With `email` as the user claim, the address counts only where the
 * issuer has verified it; any other claim is compared with the user's external subject.
 */
export function readExternalClaims(userClaim: string): ClaimReader {
  return (claims) => {
    const { sub } = claims;
    const user = claims[userClaim];
    if (sub === undefined || typeof user !== 'string' || user === '') return undefined;
    if (userClaim === 'email' && claims['email_verified'] !== true) return undefined;
    const by = userClaim === 'email' ? { email: user.toLowerCase() } : { external_subject: user };
    const client = claims['client_id'] ?? claims['azp'] ?? claims['cid'];
    return { ...commonOf(claims, sub, typeof client === 'string' ? client : ''), principal: { kind: 'user', by } };
  };
}

function commonOf(claims: TokenClaims, subject: string, clientId: string): Omit<ReadClaims, 'principal'> {
  const { aud = [], exp = 0 } = claims;
  return {
    subject,
    clientId,
    // RFC 9068 has `scope`; some issuers write `scp`, as text or list.
    scopes: new Set([claims['scope'], claims['scp']].flatMap(wordsOf)),
    audiences: [aud].flat(),
    expiresAt: new Date(exp * 1000),
  };
}

function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter(Boolean);
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
