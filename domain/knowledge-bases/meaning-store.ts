import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { knowledgeSpaceTable, knowledgeVectorTable, type QuerySpace } from './table.ts';

/** The spaces of the vectors that serve in bases, those of most passages first. */
export function selectSpaces(db: Db, baseIds: readonly number[]): Promise<(QuerySpace & { passages: number })[]> {
  return queryRows(
    db,
    {
      ...pick(knowledgeSpaceTable, 'id', 'model', 'dimensions', 'inputs', 'calibration_version'),
      passages: integer(),
    },
    `SELECT s.id, s.model, s.dimensions, s.inputs, s.calibration_version, sum(d.passages)::int AS passages
     FROM knowledge_document d JOIN knowledge_space s ON s.id = d.embedding_space_id
     WHERE d.knowledge_base_id = ANY($1) AND d.status = 'ready' GROUP BY s.id ORDER BY passages DESC, s.id`,
    [baseIds],
  );
}

/** Which vectors to look for. */
export interface Nearest {
  baseIds: readonly number[];
  spaceId: number;
  /** Signs of the query's vector. */
  bits: string;
  limit: number;
}

/** Bits of a number that has a passage's id below how many signs differ; no sequence comes that far. */
const ID_BITS = 48;

/**
 * The vectors whose signs differ least from those of a query, in no order. Distance and id are one number, since PostgreSQL sorts
 * numbers without copying a row for each; the signs are cast once, as a statement of its own, and not for each row.
 */
export function selectNearest(
  db: Db,
  { baseIds, spaceId, bits, limit }: Nearest,
): Promise<{ passage_id: number; vector: Buffer }[]> {
  return queryRows(
    db,
    pick(knowledgeVectorTable, 'passage_id', 'vector'),
    `SELECT v.passage_id, v.vector FROM (
       SELECT bit_count(bits # (SELECT $3::text::varbit)) << ${ID_BITS} | passage_id AS place
       FROM knowledge_signature WHERE knowledge_base_id = ANY($1) AND space_id = $2 ORDER BY place LIMIT $4
     ) near JOIN knowledge_vector v ON v.passage_id = near.place & (1::bigint << ${ID_BITS}) - 1 AND v.space_id = $2`,
    [baseIds, spaceId, bits, limit],
  );
}

/** Those of passages that have no vectors in these spaces; none without spaces. */
export async function selectUnembeddedAmong(
  db: Db,
  passageIds: readonly number[],
  spaceIds: readonly number[],
): Promise<number[]> {
  if (passageIds.length === 0 || spaceIds.length === 0) return [];
  const rows = await queryRows(
    db,
    { id: bigint() },
    `SELECT id FROM unnest($1::bigint[]) AS asked(id)
     WHERE NOT EXISTS (SELECT FROM knowledge_signature s WHERE s.passage_id = asked.id AND s.space_id = ANY($2))`,
    [passageIds, spaceIds],
  );
  return rows.map(({ id }) => id);
}

/** Counts an embedded query of a partner; false, and nothing counted, when the limit of the minute or the day is reached. */
export async function countQuery(
  db: Db,
  { partnerId, now, day }: { partnerId: number; now: Date; day: string },
  limits: { perMinute: number; perDay: number },
): Promise<boolean> {
  const counted = await queryMaybeRow(
    db,
    { partner_id: bigint() },
    `INSERT INTO knowledge_query_use AS u (partner_id, minute, in_minute, day, in_day)
     VALUES ($1, date_trunc('minute', $2::timestamptz), 1, $3::date, 1)
     ON CONFLICT (partner_id) DO UPDATE SET
       minute = excluded.minute, in_minute = CASE WHEN u.minute = excluded.minute THEN u.in_minute + 1 ELSE 1 END,
       day = excluded.day, in_day = CASE WHEN u.day = excluded.day THEN u.in_day + 1 ELSE 1 END
     WHERE (u.minute <> excluded.minute OR u.in_minute < $4) AND (u.day <> excluded.day OR u.in_day < $5)
     RETURNING partner_id`,
    [partnerId, now, day, limits.perMinute, limits.perDay],
  );
  return counted !== null;
}
