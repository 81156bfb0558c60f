import type { EntityManager } from 'typeorm';
import type { CommitStatement } from '../../infra/database/port.ts';
import { countRecords } from '../../infra/database/records.ts';
import { execute, executeCount, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { boolean } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { isLapsed } from '../kernel/sql.ts';
import { CLAIM_SECONDS } from './rules.ts';
import type { OutputOptions } from './schema.ts';
import { type OutputStatus, type WriterOutputRow, writerMessageTable, writerOutputTable } from './table.ts';

/** An output whose row is locked. */
export type LockedOutput = WriterOutputRow & {
  /** A writer holds an unexpired claim. */
  is_claimed: boolean;
};

const LOCKED = `SELECT *, coalesce(NOT ${isLapsed('claim_until')}, false) AS is_claimed FROM writer_output`;

/**
 * The output of a message for these options, inserted if missing, with its row locked, and the message kept until the transaction
 * ends. Null when the message is gone. One round trip.
 */
export async function lockOutput(
  em: EntityManager,
  now: Date,
  messageId: number,
  rowKey: string,
  { creativity, maximum_length, number_of_results }: OutputOptions,
  promptVersion: string,
): Promise<LockedOutput | null> {
  const options = [messageId, creativity, maximum_length, number_of_results];
  const [, output] = await Promise.all([
    execute(
      em,
      `INSERT INTO writer_output (message_id, creativity, maximum_length, number_of_results, row_key, status, results, finished,
                                  prompt_version, holds, held, created_at, updated_at)
       SELECT id, $2, $3, $4, $6, 'stopped', '[]', 0, $7, 0, false, $5, $5 FROM writer_message WHERE id = $1 FOR KEY SHARE
       ON CONFLICT (message_id, creativity, maximum_length, number_of_results) DO NOTHING`,
      [...options, now, rowKey, promptVersion],
    ),
    queryMaybeRow(
      em,
      { ...writerOutputTable.columns, is_claimed: boolean() },
      `${LOCKED} WHERE message_id = $1 AND creativity = $2::numeric(20, 6) AND maximum_length = $3 AND number_of_results = $4 FOR UPDATE`,
      options,
    ),
  ]);
  return output;
}

/** Number of a message's outputs, with the message locked, so that two new ones are counted one after another. */
export async function countOutputsLocked(em: EntityManager, messageId: number): Promise<number> {
  const [, count] = await Promise.all([
    execute(em, 'SELECT FROM writer_message WHERE id = $1 FOR NO KEY UPDATE', [messageId]),
    countRecords(em, writerOutputTable, { message_id: messageId }),
  ]);
  return count;
}

/** The statement that claims an output whose row is locked, as it is then; `held`: whether credits are held for it. */
export function claimStatement(
  now: Date,
  { id, holds, held, prompt_version }: Pick<WriterOutputRow, 'id' | 'holds' | 'held' | 'prompt_version'>,
  token: string,
): CommitStatement {
  return {
    text: `UPDATE writer_output
     SET status = 'writing', claim_token = $3, claim_until = clock_timestamp() + interval '${CLAIM_SECONDS} seconds',
         holds = $4, held = $5, prompt_version = $6, updated_at = $1
     WHERE id = $2`,
    values: [now, id, token, holds, held, prompt_version],
  };
}

/** Texts written so far. */
export type Progress = Pick<WriterOutputRow, 'results' | 'finished'>;

/** Saves the texts written so far and renews the claim; false when another writer has the claim. */
export async function saveProgress(
  db: Db,
  now: Date,
  id: number,
  token: string,
  { results, finished }: Progress,
): Promise<boolean> {
  const renewed = await executeCount(
    db,
    `UPDATE writer_output SET results = $4, finished = $5, updated_at = $1,
            claim_until = clock_timestamp() + interval '${CLAIM_SECONDS} seconds'
     WHERE id = $2 AND claim_token = $3`,
    [now, id, token, JSON.stringify(results), finished],
  );
  return renewed === 1;
}

/** Final state of an output. */
interface OutputOutcome {
  status: Exclude<OutputStatus, 'writing'>;
  /** null: no charge. */
  charged: number | null;
}

/** Ends an output under a claim and reports whether credits were held; null when another writer has the claim. */
export async function endOutput(
  em: EntityManager,
  now: Date,
  id: number,
  token: string,
  { results, finished }: Progress,
  { status, charged }: OutputOutcome,
): Promise<{ wasHeld: boolean } | null> {
  const row = await queryMaybeRow(
    em,
    pick(writerOutputTable, 'held'),
    'SELECT held FROM writer_output WHERE id = $1 AND claim_token = $2 FOR UPDATE',
    [id, token],
  );
  if (!row) return null;
  await execute(
    em,
    `UPDATE writer_output SET status = $3, results = $4, finished = $5, claim_token = NULL, claim_until = NULL,
            credits_charged = CASE WHEN held THEN $6 ELSE credits_charged END, held = false, updated_at = $1
     WHERE id = $2`,
    [now, id, status, JSON.stringify(results), finished, charged],
  );
  return { wasHeld: row.held };
}

/** An output whose claim has expired. */
type LapsedOutput = Pick<WriterOutputRow, 'id' | 'row_key' | 'holds' | 'held'> & { partner_id: number };

/** Outputs whose claim has expired, after one of them. */
export function selectLapsedOutputs(
  db: Db,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<LapsedOutput[]> {
  return queryRows(
    db,
    { ...pick(writerOutputTable, 'id', 'row_key', 'holds', 'held'), ...pick(writerMessageTable, 'partner_id') },
    `SELECT o.id, o.row_key, o.holds, o.held, m.partner_id FROM writer_output o JOIN writer_message m ON m.id = o.message_id
     WHERE o.status = 'writing' AND ${isLapsed('o.claim_until')} AND o.id > $1 ORDER BY o.id LIMIT $2`,
    [afterId, limit],
  );
}

/** Ends an output as it was read, if its claim has expired still; false otherwise. */
export async function stopLapsedOutput(
  em: EntityManager,
  now: Date,
  { id, holds, held }: LapsedOutput,
): Promise<boolean> {
  const stopped = await executeCount(
    em,
    `UPDATE writer_output SET status = 'stopped', claim_token = NULL, claim_until = NULL, held = false, updated_at = $1
     WHERE id = $2 AND status = 'writing' AND ${isLapsed('claim_until')} AND holds = $3 AND held = $4`,
    [now, id, holds, held],
  );
  return stopped > 0;
}
