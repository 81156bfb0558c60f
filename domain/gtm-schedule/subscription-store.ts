import type { EntityManager } from 'typeorm';
import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { text, timestamp } from '../../infra/database/table.ts';
import type { Sealed } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { groupedReads } from '../kernel/grouped-reads.ts';
import { LONGEST_DAYS } from './event-store.ts';
import type { TimeRange } from './rules.ts';
import { type GtmSubscriptionRow, gtmSubscriptionTable, type SubscriptionFilters } from './table.ts';

/** Feeds that a statement reads, of those that are asked for at the same time. */
const MAX_FEEDS_AT_ONCE = 50;
const MAX_IN_FLIGHT = 2;

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

/** A feed before its events: its subscription, whose it is, and how often the events were changed that may be in it. */
export interface FeedState extends Pick<GtmSubscriptionRow, 'filters' | 'updated_at'> {
  partner_name: string;
  /** Greater after each change of an event that is, or was, in the range. */
  changes: string;
}

/** Which feed, and the whole UTC days that it shows. */
interface FeedKey {
  id: number;
  partnerId: number;
  range: TimeRange;
}

const textOfFeed = ({ id, from, until }: { id: number; from: Date; until: Date }) =>
  `${id} ${from.getTime()} ${until.getTime()}`;

/** The state of a feed; null when the partner has no such subscription. */
export const findFeedState = groupedReads<FeedKey, FeedState>({
  textOf: ({ id, range }) => textOfFeed({ id, ...range }),
  read: async (db, keys) => {
    const rows = await queryRows(
      db,
      {
        ...pick(gtmSubscriptionTable, 'id', 'filters', 'updated_at'),
        ...{ partner_name: text(), changes: text(), from: timestamp(), until: timestamp() },
      },
      `SELECT s.id, s.filters, s.updated_at, p.name AS partner_name, asked.from, asked.until,
              (SELECT coalesce(sum(n), 0) FROM gtm_event_change c WHERE c.partner_id = s.partner_id
                 AND day >= (asked.from AT TIME ZONE 'UTC')::date - ${LONGEST_DAYS} AND day < (asked.until AT TIME ZONE 'UTC')::date)::text AS changes
       FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS asked(id, partner_id, "from", until)
         JOIN gtm_subscription s ON s.id = asked.id AND s.partner_id = asked.partner_id
         JOIN partner p ON p.id = s.partner_id`,
      [
        keys.map(({ id }) => id),
        keys.map(({ partnerId }) => partnerId),
        keys.map(({ range }) => range.from),
        keys.map(({ range }) => range.until),
      ],
    );
    return new Map(rows.map((row) => [textOfFeed(row), row]));
  },
  maxKeys: MAX_FEEDS_AT_ONCE,
  maxInFlight: MAX_IN_FLIGHT,
});

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
export const findLiveSubscription = groupedReads<{ now: Date; tokenHash: Buffer }, LiveSubscription>({
  textOf: ({ tokenHash }) => tokenHash.toString('base64'),
  read: async (db, keys) => {
    const rows = await queryRows(
      db,
      pick(gtmSubscriptionTable, 'id', 'partner_id', 'token_hash'),
      `SELECT s.id, s.partner_id, s.token_hash
       FROM gtm_subscription s JOIN partner p ON p.id = s.partner_id
       WHERE s.token_hash = ANY($1) AND p.status = 'active'
         AND (s.client_id IS NOT NULL
              OR EXISTS (SELECT FROM app_user u WHERE u.id = s.user_id AND u.status = 'active')
              OR EXISTS (SELECT FROM partner_key k WHERE k.partner_id = s.partner_id AND (k.id = s.lineage_id OR k.lineage_id = s.lineage_id)
                           AND k.is_active AND (k.expires_at IS NULL OR k.expires_at > $2)))`,
      [keys.map(({ tokenHash }) => tokenHash), new Date(Math.max(...keys.map(({ now }) => now.getTime())))],
    );
    return new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  },
  maxKeys: MAX_FEEDS_AT_ONCE,
  maxInFlight: MAX_IN_FLIGHT,
});
