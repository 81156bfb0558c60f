import { pick, queryRows } from '../../infra/database/sql.ts';
import { type AdminKeyRow, adminKeyTable } from '../admin-keys/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type PartnerKeyRow, partnerKeyTable } from '../partner-keys/table.ts';
import { type PartnerRow, partnerTable } from '../partners/table.ts';

/** A partner key with values of its partner. */
export type KeyRecord = Pick<
  PartnerKeyRow,
  | 'id'
  | 'partner_id'
  | 'scoped_capabilities'
  | 'allowed_ip_addresses'
  | 'rate_limit_per_minute'
  | 'daily_credit_limit'
  | 'sandbox'
  | 'is_active'
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
export async function findKey(db: Db, digest: string): Promise<KeyRecord | undefined> {
  const rows = await queryRows(
    db,
    {
      ...pick(
        partnerKeyTable,
        'id',
        'is_active',
        'version',
        'partner_id',
        'sandbox',
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
    `SELECT k.id, k.partner_id, coalesce(k.lineage_id, k.id) AS lineage_id, k.scoped_capabilities, k.allowed_ip_addresses,
            k.rate_limit_per_minute, k.daily_credit_limit, k.sandbox, k.is_active, k.expires_at, k.version,
            p.version AS partner_version, p.plan, p.status AS partner_status, p.capabilities AS partner_capabilities
     FROM partner_key k JOIN partner p ON p.id = k.partner_id WHERE k.key_hash = decode($1, 'hex')`,
    [digest],
  );
  return rows[0];
}

/** The administrator key with this SHA-256 (hexadecimal), in any state. */
export async function findAdminKey(db: Db, digest: string): Promise<AdminKeyRecord | undefined> {
  const rows = await queryRows(
    db,
    pick(adminKeyTable, 'id', 'is_active', 'version'),
    `SELECT id, is_active, version FROM admin_key WHERE key_hash = decode($1, 'hex')`,
    [digest],
  );
  return rows[0];
}
