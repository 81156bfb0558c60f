import { randomInt } from 'node:crypto';
import { queryRow } from '../../infra/database/sql.ts';
import { bigint, type Table } from '../../infra/database/table.ts';
import type { Db } from './deps.ts';

/** Ids of one statement, which stays below 100 ms although it looks up several things for each row. */
const IDS_AT_ONCE = 10_000;
/** Such statements in a pass, once a minute. */
const RANGES_IN_PASS = 5;

/** A range of ids. */
export interface IdRange {
  /** Exclusive. */
  after: number;
  upTo: number;
}

/**
 * Ranges of a table's ids for a pass over rows that no index distinguishes from those that need nothing: all up to 50,000 ids, else as many from a
 * random place on, so that passes together come to each.
 */
export async function rangesOfPass(db: Db, { name }: Pick<Table, 'name'>): Promise<IdRange[]> {
  const { last } = await queryRow(db, { last: bigint() }, `SELECT coalesce(max(id), 0) AS last FROM ${name}`);
  return rangesUpTo(last);
}

/** The ranges where this id is the last one. */
export function rangesUpTo(lastId: number): IdRange[] {
  const ranges = Math.ceil(lastId / IDS_AT_ONCE);
  if (ranges === 0) return [];
  const first = randomInt(ranges);
  return Array.from({ length: Math.min(ranges, RANGES_IN_PASS) }, (_, n) => {
    const after = ((first + n) % ranges) * IDS_AT_ONCE;
    return { after, upTo: after + IDS_AT_ONCE };
  });
}
