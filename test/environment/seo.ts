import type { z } from 'zod';
import { acceptedSchema, jobSchema } from '../../api/seo/resource.ts';
import { withDatabase } from './database.ts';
import { type RequestOptions, read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

export type SeoJob = z.output<typeof jobSchema>;

/** An id that no other test uses. */
export function newListingId(): string {
  return `prod-${crypto.randomUUID()}`;
}

/** Has a listing analysed; returns the job's id. */
export async function analyze(partner: Partner, listingId: string, more: object = {}): Promise<number> {
  const body = { listing_url: listingId, ...more };
  const reply = await partner.request('POST /marketplace/seo-score/analyze', { body });
  return read(reply, acceptedSchema).id;
}

/** A job as it is now. */
export async function seoJobOf(partner: Partner, id: number, more: Partial<RequestOptions> = {}): Promise<SeoJob> {
  return read(await partner.request('GET /marketplace/seo-score/status/{id}', { params: { id }, ...more }), jobSchema);
}

/** Polls a job until it has ended. */
export function seoJobEnded(partner: Partner, id: number): Promise<SeoJob> {
  return waitUntil(
    `the end of analysis ${id}`,
    () => seoJobOf(partner, id),
    ({ status }) => status === 'completed' || status === 'failed',
  );
}

/** Fields of a job that only the database has. */
export interface SeoJobRecord {
  status: string;
  attempts: number;
  claimed: boolean;
}

/** A job's record, without a poll that might finish it. */
export function seoJobRecord(id: number): Promise<SeoJobRecord> {
  return withDatabase(async (client) => {
    const { rows } = await client.query(
      'SELECT status, attempts, claim_token IS NOT NULL AS claimed FROM seo_job WHERE id = $1',
      [id],
    );
    return rows[0];
  });
}

/** Makes a job older, as if so many seconds had gone by since it was asked for. */
export async function ageJob(id: number, seconds: number): Promise<void> {
  await withDatabase((client) =>
    client.query('UPDATE seo_job SET created_at = created_at - make_interval(secs => $2) WHERE id = $1', [id, seconds]),
  );
}

/** Lets the claim on a job lapse, as if it had not been renewed. */
export async function lapseClaim(id: number): Promise<void> {
  await withDatabase((client) =>
    client.query(`UPDATE seo_job SET claim_until = clock_timestamp() - interval '1 millisecond' WHERE id = $1`, [id]),
  );
}

/** Makes the result of a job older, as if so many hours had gone by since. */
export async function ageResult(id: number, hours: number): Promise<void> {
  await withDatabase((client) =>
    client.query('UPDATE seo_job SET completed_at = completed_at - make_interval(secs => $2) WHERE id = $1', [
      id,
      hours * 3_600,
    ]),
  );
}
