import type { EntityManager } from 'typeorm';
import { execute, pick, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { type GtmSubscriptionRow, gtmSubscriptionTable, type SubscriptionFilters } from './table.ts';

/** Owner of a feed: exactly one of these columns. */
export type SubscriptionOwner = Partial<Pick<GtmSubscriptionRow, 'user_id' | 'client_id' | 'lineage_id'>>;

/** A token as it is stored. */
export interface KeptToken {
  token_hash: Buffer;
  token: Sealed;
}

const OWNED = `user_id = $1 OR client_id = $2 OR lineage_id = $3`;

/** The subscription of an owner, its row locked until the transaction ends; null when there is none. */
export async function lockSubscription(
  em: EntityManager,
  owner: SubscriptionOwner,
): Promise<GtmSubscriptionRow | null> {
  return queryMaybeRow(em, gtmSubscriptionTable, `SELECT * FROM gtm_subscription WHERE ${OWNED} FOR UPDATE`, [
    owner.user_id ?? null,
    owner.client_id ?? null,
    owner.lineage_id ?? null,
  ]);
}

/** A subscription by number; null when there is none. */
export async function findSubscription(db: Db, id: number): Promise<GtmSubscriptionRow | null> {
  return queryMaybeRow(db, gtmSubscriptionTable, 'SELECT * FROM gtm_subscription WHERE id = $1', [id]);
}

/** Inserts a subscription; null when its owner already has one. */
export async function insertSubscription(
  em: EntityManager,
  now: Date,
  subscription: { partnerId: number; owner: SubscriptionOwner; token: KeptToken; filters: SubscriptionFilters | null },
): Promise<GtmSubscriptionRow | null> {
  const { partnerId, owner, token, filters } = subscription;
  return queryMaybeRow(
    em,
    gtmSubscriptionTable,
    `INSERT INTO gtm_subscription (partner_id, user_id, client_id, lineage_id, token_hash, token, filters, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $7, $8, $1, $1) ON CONFLICT DO NOTHING RETURNING *`,
    [
      now,
      partnerId,
      owner.user_id ?? null,
      owner.client_id ?? null,
      owner.lineage_id ?? null,
      token.token_hash,
      token.token,
      filters && JSON.stringify(filters),
    ],
  );
}

/** Changes filters and token of a subscription whose row is locked. */
export async function updateSubscription(
  em: EntityManager,
  now: Date,
  id: number,
  { token_hash, token, filters }: Pick<GtmSubscriptionRow, 'token_hash' | 'token' | 'filters'>,
): Promise<void> {
  await execute(
    em,
    'UPDATE gtm_subscription SET token_hash = $3, token = $4, filters = $5, updated_at = $1 WHERE id = $2',
    [now, id, token_hash, token, filters && JSON.stringify(filters)],
  );
}

/** A feed that may be read. */
type LiveSubscription = Pick<GtmSubscriptionRow, 'id' | 'partner_id'>;

/**
 * The subscription of a token, if its owner still has access: an active user, a client, or a rotation family whose last
 * key is valid, of an active partner. null when there is none.
 */
export async function findLiveSubscription(db: Db, now: Date, tokenHash: Buffer): Promise<LiveSubscription | null> {
  return queryMaybeRow(
    db,
    pick(gtmSubscriptionTable, 'id', 'partner_id'),
    `SELECT s.id, s.partner_id
     FROM gtm_subscription s JOIN partner p ON p.id = s.partner_id
     WHERE s.token_hash = $1 AND p.status = 'active'
       AND (s.client_id IS NOT NULL
            OR EXISTS (SELECT FROM app_user u WHERE u.id = s.user_id AND u.status = 'active')
            OR EXISTS (SELECT FROM partner_key k WHERE k.partner_id = s.partner_id AND (k.id = s.lineage_id OR k.lineage_id = s.lineage_id)
                         AND k.is_active AND (k.expires_at IS NULL OR k.expires_at > $2)))`,
    [tokenHash, now],
  );
}
