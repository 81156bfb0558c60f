import { z } from 'zod';
import type { AccessTokenGrant, AccessTokens } from '../../api/oauth/access-tokens.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import type { LimitGroup } from '../../domain/rate-limits/rules.ts';

const claimsSchema = z.object({
  partnerId: z.int(),
  subject: z.string(),
  clientId: z.string(),
  role: z.string(),
  scopes: z.array(z.string()),
  audience: z.string(),
  /** Milliseconds of the epoch. */
  expiresAt: z.number(),
  perMinute: z.int(),
});
type Claims = z.output<typeof claimsSchema>;

/** A token of the test verifier: its claims are plain and unsigned. */
export function testToken(claims: Partial<Claims> & Pick<Claims, 'partnerId'>): string {
  const all: Claims = {
    subject: 'user-1',
    clientId: 'test-client',
    role: 'owner',
    scopes: ['mcp:full'],
    audience: 'mcp',
    expiresAt: Date.now() + 900_000,
    perMinute: 1_000_000,
    ...claims,
  };
  return `test_${Buffer.from(JSON.stringify(all)).toString('base64url')}`;
}

/** Accepts every token of `testToken`. For tests and measurements only. */
export const testTokens: AccessTokens = { find: verify, forget: () => undefined };

async function verify(token: string, audience: string): Promise<AccessTokenGrant> {
  const claims = read(token);
  if (!claims || claims.audience !== audience || claims.expiresAt <= Date.now()) {
    throw new AppError('UNAUTHORIZED', 'The access token is not valid.');
  }
  const { partnerId, subject, clientId, role, scopes, expiresAt } = claims;
  return {
    actor: { kind: 'user', partnerId, userId: 1, role: role as Role, scopedCapabilities: null },
    subject,
    clientId,
    scopes: new Set(scopes),
    expiresAt: new Date(expiresAt),
    limits: limitsOf(claims),
  };
}

function read(token: string): Claims | undefined {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(token.replace(/^test_/, ''), 'base64url').toString('utf8')));
  } catch {
    return undefined;
  }
}

function limitsOf({ partnerId, subject, perMinute }: Claims): LimitGroup {
  const counter = `test:${partnerId}:${subject}:${perMinute}`;
  return {
    id: counter,
    limits: [{ name: 'plan', counter, max: perMinute, window: 'minute' }],
    versions: null,
    policy: `"plan";q=${perMinute};w=60`,
  };
}
