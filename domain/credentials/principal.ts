import type { z } from 'zod';
import type { ClientActor, UserActor } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { perform } from '../kernel/step.ts';
import type { principalClaim } from '../oauth/schema.ts';
import type { CredentialVersions } from '../rate-limits/credential-versions.ts';
import { personLimits, tokenLimits } from '../rate-limits/rules.ts';
import { joinByVerifiedEmail } from '../users/steps/join.ts';
import type { Credential } from './credential.ts';
import { findClientOfToken, findExternalUser, findGrantUser, type PrincipalRecord } from './store.ts';

/** Claims of a verified access token about its principal. */
export type PrincipalClaim = z.output<typeof principalClaim>;

/** A credential of a user or a client. */
export interface TokenCredential extends Credential {
  actor: UserActor | ClientActor;
  /** Milliseconds since the epoch: expiry of the token or of the grant, whichever is earlier. */
  expiresAt: number;
}

/**
 * Loads the credential of a token from the database; undefined when the principal may not sign in. Throws FORBIDDEN for a
 * suspended partner. An entry point of the area besides its steps: every uncached token passes through here, so it parses nothing.
 */
export async function findPrincipal(
  deps: Pick<Deps, 'db' | 'clock' | 'transaction' | 'onInvitationAccepted'>,
  claim: PrincipalClaim,
  expiresAt: Date,
): Promise<TokenCredential | undefined> {
  const record = await selectPrincipal(deps, claim);
  if (!record) return undefined;
  if (record.partner_status === 'suspended') throw new AppError('FORBIDDEN', 'This partner is suspended.');
  const { partner_id: partnerId, plan, ends_at: endsAt } = record;
  const versions: CredentialVersions = {
    kind: claim.kind,
    id: record.stamp_id,
    version: record.version,
    partnerVersion: record.partner_version,
  };
  const console = consoleOf(claim, record);
  const limitsOf = (partnerPath: boolean) =>
    console
      ? personLimits({ userId: record.id, partnerId, plan, versions, partnerPath })
      : tokenLimits({ partnerId, plan, versions, partnerPath });
  const team = { partnerId, role: record.role, scopedCapabilities: record.partner_capabilities };
  return {
    actor:
      claim.kind === 'oauth_client'
        ? { kind: 'client', clientId: record.id, ...team }
        : { kind: 'user', userId: record.id, ...team, ...(console && { console }) },
    allowedIpAddresses: null,
    expiresAt: Math.min(expiresAt.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY),
    limits: limitsOf(false),
    partnerPathLimits: limitsOf(true),
  };
}

/** The console's session, where the console asked for the token. */
function consoleOf(claim: PrincipalClaim, record: PrincipalRecord): UserActor['console'] {
  if (claim.kind === 'oauth_client' || !claim.isConsole) return undefined;
  return { grantId: claim.kind === 'user_grant' ? record.stamp_id : null };
}

function selectPrincipal(
  deps: Pick<Deps, 'db' | 'clock' | 'transaction' | 'onInvitationAccepted'>,
  claim: PrincipalClaim,
): Promise<PrincipalRecord | null> {
  const { db, clock } = deps;
  switch (claim.kind) {
    case 'user_grant':
      return findGrantUser(db, clock.now(), claim.grantId, claim.userId);
    case 'oauth_client':
      return findClientOfToken(db, claim.clientId, claim.tokenId);
    case 'user':
      return externalUser(deps, claim.by);
  }
}

/** Who is invited joins with the first token that has the verified address. */
async function externalUser(
  deps: Pick<Deps, 'db' | 'clock' | 'transaction' | 'onInvitationAccepted'>,
  by: { email: string } | { external_subject: string },
): Promise<PrincipalRecord | null> {
  const known = await findExternalUser(deps.db, by);
  if (known || !('email' in by)) return known;
  return (await perform(deps, joinByVerifiedEmail, by)) ? findExternalUser(deps.db, by) : null;
}
