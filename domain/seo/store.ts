import type { EntityManager } from 'typeorm';
import { findRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer, json, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { groupedReads } from '../kernel/grouped-reads.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, inWords, isLapsed, whereSandbox } from '../kernel/sql.ts';
import type { ListingScore } from './rubric/types.ts';
import { CLAIM_SECONDS, OPEN_STATUSES, statesBefore } from './rules.ts';
import { type SeoJobRow, type SeoOutcome, type SeoSubject, seoJobTable } from './table.ts';

/** Parameters $1 to $8: the fields of a subject. */
const SUBJECT = `partner_id = $1 AND listing_id = $2 AND category = $3 AND brand_keyword = $4 AND partner_domain = $5
  AND use_realtime_data = $6 AND include_content_analysis = $7 AND sandbox = $8`;
/** As in the partial unique index that allows one open job a subject. */
const OPEN = `status ${inWords(OPEN_STATUSES)}`;
const COMPLETED = `SELECT * FROM seo_job WHERE ${SUBJECT} AND status = 'completed'`;

function values(subject: SeoSubject): unknown[] {
  return [
    subject.partnerId,
    subject.listingId,
    subject.category,
    subject.brandKeyword,
    subject.partnerDomain,
    subject.useRealtimeData,
    subject.includeContentAnalysis,
    subject.sandbox,
  ];
}

/**
 * Inserts a pending job; null when one with this subject is open. Waits for a concurrent transaction that inserts it.
 */
export async function insertJob(
  em: EntityManager,
  now: Date,
  rowKey: string,
  subject: SeoSubject,
  scheduled = false,
): Promise<SeoJobRow | null> {
  return queryMaybeRow(
    em,
    seoJobTable,
    `INSERT INTO seo_job (partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                          include_content_analysis, sandbox, row_key, created_at, updated_at, scheduled)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     ON CONFLICT (partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                  include_content_analysis, sandbox) WHERE ${OPEN} DO NOTHING
     RETURNING *`,
    [...values(subject), rowKey, now, scheduled],
  );
}

/** A job by its number; null when there is none. */
export function findJob(db: Db, id: number): Promise<SeoJobRow | null> {
  return findRecord(db, seoJobTable, { id });
}

/** A job, locked until the transaction ends; null when its id belongs to another row by now. */
export function lockJob(em: EntityManager, id: number, rowKey: string): Promise<SeoJobRow | null> {
  return lockRecord(em, seoJobTable, { id, row_key: rowKey });
}

/** Keeps which content items a job's recommendations were made into. */
export async function setApplied(em: EntityManager, id: number, applied: SeoJobRow['applied']): Promise<void> {
  await updateRecords(em, seoJobTable, { id }, { applied });
}

/** The open job with a subject; null when there is none. */
export async function findOpenJob(db: Db, subject: SeoSubject): Promise<SeoJobRow | null> {
  return queryMaybeRow(db, seoJobTable, `SELECT * FROM seo_job WHERE ${SUBJECT} AND ${OPEN}`, values(subject));
}

/** The last completed job with a subject; null when there is none. */
export async function findLastCompleted(db: Db, subject: SeoSubject): Promise<SeoJobRow | null> {
  return queryMaybeRow(db, seoJobTable, `${COMPLETED} ORDER BY completed_at DESC LIMIT 1`, values(subject));
}

/** What two scores of a listing are compared by. */
export type ScoreFigures = Pick<ListingScore, 'overall_score' | 'grade' | 'rubric_version'>;

/**
 * The partner's last score of a listing before a job, with the same category, keyword and domain; null when there is
 * none. Scores of the sandbox do not count, and neither do those of a page whose logo could not be read.
 */
export async function findScoreBefore(db: Db, job: SeoJobRow): Promise<ScoreFigures | null> {
  return queryMaybeRow(
    db,
    { overall_score: integer(), grade: text<ListingScore['grade']>(), rubric_version: text() },
    `SELECT (result #> '{score,overall_score}')::int AS overall_score, result #>> '{score,grade}' AS grade,
            result #>> '{score,rubric_version}' AS rubric_version
     FROM seo_job
     WHERE partner_id = $1 AND listing_id = $2 AND status = 'completed' AND category = $3 AND brand_keyword = $4
       AND partner_domain = $5 AND NOT sandbox AND id <> $6 AND NOT result ? 'logo_unread'
     ORDER BY completed_at DESC, id DESC LIMIT 1`,
    [job.partner_id, job.listing_id, job.category, job.brand_keyword, job.partner_domain, job.id],
  );
}

/** A past score, without its recommendations. */
export type PastScore = Pick<SeoJobRow, 'id' | 'category' | 'brand_keyword' | 'sandbox'> &
  Pick<ListingScore, 'overall_score' | 'grade' | 'breakdown' | 'rubric_version'> & { completed_at: Date };

/** A partner's completed jobs about a listing, newest first. */
export async function selectCompleted(
  db: Db,
  partnerId: number,
  listingId: string,
  { sandbox, ...page }: PageRequest & { sandbox?: boolean | undefined },
): Promise<Page<PastScore>> {
  const wanted = ['partner_id = $1', 'listing_id = $2', `status = 'completed'`, whereSandbox(sandbox, 'sandbox')];
  const where = allOf(wanted);
  const values = [partnerId, listingId];
  return selectPage(
    db,
    {
      columns: {
        ...pick(seoJobTable, 'id', 'sandbox', 'category', 'brand_keyword'),
        overall_score: integer(),
        grade: text<ListingScore['grade']>(),
        breakdown: json<ListingScore['breakdown']>(),
        rubric_version: text(),
        completed_at: seoJobTable.columns.completed_at.present(),
      },
      select: `id, category, brand_keyword, sandbox, completed_at, (result #> '{score,overall_score}')::int AS overall_score,
               result #>> '{score,grade}' AS grade, result #> '{score,breakdown}' AS breakdown,
               result #>> '{score,rubric_version}' AS rubric_version`,
      from: 'seo_job',
      where,
      values,
      order: { keys: ['completed_at', 'id'] },
    },
    page,
  );
}

/** Subject and earliest completion of a cached score. */
interface CachedScore {
  subject: SeoSubject;
  since: Date;
}

/**
 * The last completed job with a subject that ended after the given time and has everything that was requested.
 * Concurrent requests share one statement.
 */
export const findCached = groupedReads<CachedScore, SeoJobRow>({
  textOf: ({ subject }) => JSON.stringify(values(subject)),
  read: readCached,
  maxKeys: 64,
  maxInFlight: 4,
});

async function readCached(db: Db, wanted: readonly CachedScore[]): Promise<Map<string, SeoJobRow>> {
  const rows = await queryRows(
    db,
    { ...seoJobTable.columns, n: integer() },
    `SELECT found.*, wanted.n
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::boolean[],
                 $9::timestamptz[]) WITH ORDINALITY
       AS wanted(partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data, include_content_analysis,
                 sandbox, since, n)
     CROSS JOIN LATERAL (
       SELECT * FROM seo_job j
       WHERE j.partner_id = wanted.partner_id AND j.listing_id = wanted.listing_id AND j.category = wanted.category
         AND j.brand_keyword = wanted.brand_keyword AND j.partner_domain = wanted.partner_domain
         AND j.use_realtime_data = wanted.use_realtime_data
         AND j.include_content_analysis = wanted.include_content_analysis AND j.sandbox = wanted.sandbox
         AND j.status = 'completed' AND j.completed_at > wanted.since
         AND (NOT j.include_content_analysis OR j.result #> '{content_analysis,ai_comment}' <> 'null')
       ORDER BY j.completed_at DESC LIMIT 1
     ) AS found`,
    columnsOf(wanted.map(({ subject, since }) => [...values(subject), since])),
  );
  return new Map(
    rows.map(({ n, ...job }) => {
      const request = wanted[n - 1];
      if (!request) throw new Error('A score was found that nobody asked for.');
      return [JSON.stringify(values(request.subject)), job];
    }),
  );
}

/** Transposes rows into columns, as unnest needs them. */
function columnsOf(rows: readonly unknown[][]): unknown[][] {
  return (rows[0] ?? []).map((_value, column) => rows.map((row) => row[column]));
}

/** A process's request to claim a job. */
export interface ClaimRequest {
  jobId: number;
  token: string;
  /** Distinguishes the job from a later one with the same id after a database was restored. */
  rowKey?: string | undefined;
  /** Skips jobs created later. */
  createdBefore?: Date | undefined;
}

/** Claims a job that nobody works on; of concurrent callers one gets it, the others null. */
export async function claimJob(db: Db, now: Date, claim: ClaimRequest): Promise<SeoJobRow | null> {
  return queryMaybeRow(
    db,
    seoJobTable,
    `WITH claimed AS (
       UPDATE seo_job SET status = 'processing', claim_token = $3, claim_until = clock_timestamp() + ${HOLD},
              attempts = attempts + 1, started_at = coalesce(started_at, $2), updated_at = $2
       WHERE id = $1 AND status ${inWords(statesBefore('processing'))} AND (claim_until IS NULL OR ${isLapsed('claim_until')})
         AND ($4::uuid IS NULL OR row_key = $4) AND ($5::timestamptz IS NULL OR created_at <= $5)
       RETURNING *
     )
     SELECT * FROM claimed`,
    [claim.jobId, now, claim.token, claim.rowKey ?? null, claim.createdBefore ?? null],
  );
}

const HOLD = `interval '${CLAIM_SECONDS} seconds'`;

/** Extends a claim; false when it was lost. */
export async function renewClaim(db: Db, now: Date, jobId: number, token: string): Promise<boolean> {
  return queryExists(
    db,
    `WITH renewed AS (
       UPDATE seo_job SET claim_until = clock_timestamp() + ${HOLD}, updated_at = $3
       WHERE id = $1 AND claim_token = $2 RETURNING 1
     )
     SELECT * FROM renewed`,
    [jobId, token, now],
  );
}

/** Lets other processes claim the job at once. */
export async function releaseClaim(db: Db, jobId: number, token: string): Promise<void> {
  await execute(
    db,
    `UPDATE seo_job SET claim_until = clock_timestamp() - interval '1 millisecond' WHERE id = $1 AND claim_token = $2`,
    [jobId, token],
  );
}

/** Milliseconds until a job may be claimed; null when it has ended, or its id belongs to another row. */
export async function waitForJob(db: Db, jobId: number, rowKey?: string): Promise<number | null> {
  const open = await queryMaybeRow(
    db,
    { wait_ms: integer() },
    `SELECT CASE WHEN ${isLapsed('claim_until')} THEN 0
            ELSE ceil(coalesce(extract(epoch FROM claim_until - clock_timestamp()), 0) * 1000)::int END AS wait_ms
     FROM seo_job WHERE id = $1 AND ${OPEN} AND ($2::uuid IS NULL OR row_key = $2)`,
    [jobId, rowKey ?? null],
  );
  return open?.wait_ms ?? null;
}

/**
 * Ends an open job: the one that the token claims, or without a token regardless of claims. Null when it has ended or
 * is claimed by another process: a lost race, not an error.
 */
export async function endJob(
  db: Db,
  now: Date,
  jobId: number,
  outcome: SeoOutcome,
  token: string | null,
): Promise<SeoJobRow | null> {
  return queryMaybeRow(
    db,
    seoJobTable,
    `WITH ended AS (
       UPDATE seo_job SET status = $3, result = $4, error = $5, claim_token = NULL, claim_until = NULL,
              started_at = coalesce(started_at, $2), completed_at = $2, updated_at = $2
       WHERE id = $1 AND status ${inWords(statesBefore(outcome.status))} AND ($6::uuid IS NULL OR claim_token = $6)
       RETURNING *
     )
     SELECT * FROM ended`,
    [
      jobId,
      now,
      outcome.status,
      outcome.status === 'completed' ? JSON.stringify(outcome.result) : null,
      outcome.status === 'failed' ? outcome.error : null,
      token,
    ],
  );
}

/** Whether the id still belongs to the row of that key: ids recur after a database was restored. */
export async function isSameJob(db: Db, id: number, rowKey: string): Promise<boolean> {
  return queryExists(db, 'SELECT 1 FROM seo_job WHERE id = $1 AND row_key = $2', [id, rowKey]);
}
