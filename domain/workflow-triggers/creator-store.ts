import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import type { IdRange } from '../kernel/id-ranges.ts';
import type { Role } from '../kernel/permissions.ts';
import { roundRobin } from '../kernel/sql.ts';
import { oauthClientTable } from '../oauth/table.ts';
import { type PartnerKeyRow, partnerKeyTable } from '../partner-keys/table.ts';
import { type PartnerRow, partnerTable } from '../partners/table.ts';
import { userTable } from '../users/table.ts';
import { workflowTriggerTable } from './table.ts';

/** What a credential inherits from its partner. */
interface PartnerState {
  partner_status: PartnerRow['status'];
  partner_capabilities: PartnerRow['capabilities'];
}

const PARTNER = 'p.status AS partner_status, p.capabilities AS partner_capabilities';

/** SQL condition: key `k` is valid at `$1` and belongs to the rotation family whose first key is `keyFamilyId`. */
function validKey(keyFamilyId: string): string {
  return `coalesce(k.lineage_id, k.id) = ${keyFamilyId} AND k.is_active AND (k.expires_at IS NULL OR k.expires_at > $1)`;
}

type KeyCreator = PartnerState &
  Pick<PartnerKeyRow, 'id' | 'scoped_capabilities' | 'daily_credit_limit' | 'sandbox' | 'role'>;

/** The valid key of a rotation family. */
export function findKeyCreator(db: Db, now: Date, partnerId: number, keyFamilyId: number): Promise<KeyCreator | null> {
  return queryMaybeRow(
    db,
    {
      ...pick(partnerKeyTable, 'id', 'sandbox', 'role', 'scoped_capabilities', 'daily_credit_limit'),
      partner_status: partnerTable.columns.status,
      partner_capabilities: partnerTable.columns.capabilities,
    },
    `SELECT k.id, k.scoped_capabilities, k.daily_credit_limit, k.sandbox, k.role, ${PARTNER}
     FROM partner_key k JOIN partner p ON p.id = k.partner_id
     WHERE k.partner_id = $3 AND ${validKey('$2')} ORDER BY k.id DESC LIMIT 1`,
    [now, keyFamilyId, partnerId],
  );
}

/** An active user. */
export function findUserCreator(
  db: Db,
  partnerId: number,
  userId: number,
): Promise<(PartnerState & { role: Role }) | null> {
  return queryMaybeRow(
    db,
    {
      role: userTable.columns.role,
      partner_status: partnerTable.columns.status,
      partner_capabilities: partnerTable.columns.capabilities,
    },
    `SELECT u.role, ${PARTNER} FROM app_user u JOIN partner p ON p.id = u.partner_id
     WHERE u.id = $1 AND u.partner_id = $2 AND u.status = 'active'`,
    [userId, partnerId],
  );
}

/** An OAuth client that still exists. */
export function findClientCreator(
  db: Db,
  partnerId: number,
  clientId: number,
): Promise<(PartnerState & { role: Role }) | null> {
  return queryMaybeRow(
    db,
    {
      partner_status: partnerTable.columns.status,
      partner_capabilities: partnerTable.columns.capabilities,
      role: oauthClientTable.columns.role.present(),
    },
    `SELECT c.role, ${PARTNER} FROM oauth_client c JOIN partner p ON p.id = c.partner_id
     WHERE c.id = $1 AND c.partner_id = $2 AND c.role IS NOT NULL`,
    [clientId, partnerId],
  );
}

/** Ids of active triggers of a range of ids whose credential has ended, in turns by partner. */
export async function selectOrphans(
  db: Db,
  now: Date,
  { after, upTo, limit }: IdRange & { limit: number },
): Promise<number[]> {
  const rows = await queryRows(
    db,
    pick(workflowTriggerTable, 'id'),
    roundRobin({
      columns: 'id',
      waiting: `SELECT t.id, t.partner_id FROM workflow_trigger t WHERE t.active AND t.id > $3 AND t.id <= $4 AND NOT (
         EXISTS (SELECT FROM app_user u WHERE u.id = t.user_id AND u.status = 'active')
         OR EXISTS (SELECT FROM oauth_client c WHERE c.id = t.client_id)
         OR EXISTS (SELECT FROM partner_key k WHERE k.partner_id = t.partner_id AND ${validKey('t.lineage_id')}))`,
      order: 'id',
      limit: '$2',
    }),
    [now, limit, after, upTo],
  );
  return rows.map(({ id }) => id);
}
