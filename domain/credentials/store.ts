import { pick, queryMaybeRow } from '../../infra/database/sql.ts';
import { bigint, timestamp } from '../../infra/database/table.ts';
import { type AdminKeyRow, adminKeyTable } from '../admin-keys/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { Role } from '../kernel/permissions.ts';
import { digest } from '../oauth/record-store.ts';
import { oauthClientTable } from '../oauth/table.ts';
import { type PartnerKeyRow, partnerKeyTable } from '../partner-keys/table.ts';
import { type PartnerRow, partnerTable } from '../partners/table.ts';
import { HAS_ADDRESS } from '../users/store.ts';
import { userTable } from '../users/table.ts';

/** A partner key with values of its partner. */
export type KeyRecord = Pick<
  PartnerKeyRow,
  | 'id'
  | 'prefix'
  | 'partner_id'
  | 'scoped_capabilities'
  | 'allowed_ip_addresses'
  | 'rate_limit_per_minute'
  | 'daily_credit_limit'
  | 'sandbox'
  | 'role'
  | 'is_active'
  | 'revoked_at'
  | 'revoked_reason'
  | 'expires_at'
  | 'version'
> &
  Pick<PartnerRow, 'plan'> & {
    /** The first key of its family of rotated keys. */
    lineage_id: number;
    partner_capabilities: PartnerRow['capabilities'];
    partner_version: number;
    partner_status: PartnerRow['status'];
  };

/** The columns of an administrator key that requests need. */
export type AdminKeyRecord = Pick<AdminKeyRow, 'id' | 'is_active' | 'version'>;

/** The key with this SHA-256 (hexadecimal), in any state. */
export function findKey(db: Db, digest: string): Promise<KeyRecord | null> {
  return queryMaybeRow(
    db,
    {
      ...pick(
        partnerKeyTable,
        'id',
        'prefix',
        'is_active',
        'revoked_at',
        'revoked_reason',
        'version',
        'partner_id',
        'sandbox',
        'role',
        'expires_at',
        'scoped_capabilities',
        'allowed_ip_addresses',
        'rate_limit_per_minute',
        'daily_credit_limit',
      ),
      plan: partnerTable.columns.plan,
      lineage_id: partnerKeyTable.columns.lineage_id.present(),
      partner_capabilities: partnerTable.columns.capabilities,
      partner_version: partnerTable.columns.version,
      partner_status: partnerTable.columns.status,
    },
    `SELECT k.id, k.prefix, k.partner_id, coalesce(k.lineage_id, k.id) AS lineage_id, k.scoped_capabilities, k.allowed_ip_addresses,
            k.rate_limit_per_minute, k.daily_credit_limit, k.sandbox, k.role, k.is_active, k.expires_at, k.version, k.revoked_at, k.revoked_reason,
            p.version AS partner_version, p.plan, p.status AS partner_status, p.capabilities AS partner_capabilities
     FROM partner_key k JOIN partner p ON p.id = k.partner_id WHERE k.key_hash = decode($1, 'hex')`,
    [digest],
  );
}

/** The administrator key with this SHA-256 (hexadecimal), in any state. */
export function findAdminKey(db: Db, digest: string): Promise<AdminKeyRecord | null> {
  return queryMaybeRow(
    db,
    pick(adminKeyTable, 'id', 'is_active', 'version'),
    `SELECT id, is_active, version FROM admin_key WHERE key_hash = decode($1, 'hex')`,
    [digest],
  );
}

/** The principal of an access token, with values of its partner. */
export interface PrincipalRecord {
  id: number;
  /** The row (grant, user or client) whose version is checked on each request. */
  stamp_id: number;
  version: number;
  role: Role;
  partner_id: number;
  partner_version: number;
  partner_status: PartnerRow['status'];
  partner_capabilities: PartnerRow['capabilities'];
  plan: PartnerRow['plan'];
  /** Expiry of the grant; null without a grant. */
  ends_at: Date | null;
}

const PARTNER_COLUMNS = {
  partner_version: partnerTable.columns.version,
  partner_status: partnerTable.columns.status,
  partner_capabilities: partnerTable.columns.capabilities,
  plan: partnerTable.columns.plan,
};
const PARTNER = `p.id AS partner_id, p.version AS partner_version, p.status AS partner_status,
  p.capabilities AS partner_capabilities, p.plan`;

/** A user as a principal: `stamp_id` identifies what it signed in by, until `ends_at`. */
const USER_COLUMNS = {
  ...pick(userTable, 'id', 'version', 'role', 'partner_id'),
  stamp_id: bigint(),
  ...PARTNER_COLUMNS,
  ends_at: timestamp().nullable(),
};

/** The active user of an unexpired grant to the client. */
export function findGrantUser(db: Db, now: Date, grantId: string, userId: number): Promise<PrincipalRecord | null> {
  return queryMaybeRow(
    db,
    USER_COLUMNS,
    `SELECT u.id, r.id AS stamp_id, u.version, u.role, r.expires_at AS ends_at, ${PARTNER}
     FROM oauth_record r JOIN app_user u ON u.id = r.user_id JOIN partner p ON p.id = u.partner_id
     WHERE r.kind = 'Grant' AND r.key = $1 AND r.expires_at > $3 AND u.id = $2 AND u.status = 'active'`,
    [digest(grantId), userId, now],
  );
}

/** The active user that an external issuer identifies by e-mail address or subject. */
export function findExternalUser(
  db: Db,
  by: { email: string } | { external_subject: string },
): Promise<PrincipalRecord | null> {
  const [condition, value] = 'email' in by ? [HAS_ADDRESS, by.email] : ['u.external_subject = $1', by.external_subject];
  return queryMaybeRow(
    db,
    USER_COLUMNS,
    `SELECT u.id, u.id AS stamp_id, u.version, u.role, NULL AS ends_at, ${PARTNER}
     FROM app_user u JOIN partner p ON p.id = u.partner_id WHERE ${condition} AND u.status = 'active'`,
    [value],
  );
}

/** The client that acts for itself, unless this token was revoked. */
export function findClientOfToken(db: Db, clientId: string, tokenId: string): Promise<PrincipalRecord | null> {
  return queryMaybeRow(
    db,
    {
      ...pick(oauthClientTable, 'id', 'version'),
      stamp_id: bigint(),
      role: oauthClientTable.columns.role.present(),
      partner_id: oauthClientTable.columns.partner_id.present(),
      ...PARTNER_COLUMNS,
      ends_at: timestamp().nullable(),
    },
    `SELECT c.id, c.id AS stamp_id, c.version, c.role, NULL AS ends_at, ${PARTNER}
     FROM oauth_client c JOIN partner p ON p.id = c.partner_id
     WHERE c.client_id = $1
       AND NOT EXISTS (SELECT FROM oauth_record WHERE kind = 'RevokedToken' AND key = $2)`,
    [clientId, digest(tokenId)],
  );
}
