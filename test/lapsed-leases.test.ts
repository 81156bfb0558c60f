import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createMessage } from '../domain/ai-writer/operations/create-message.ts';
import { stopLapsedOutputs } from '../domain/ai-writer/steps/housekeeping.ts';
import { releaseExpiredRequests } from '../domain/credits/steps/housekeeping.ts';
import { insertPaidRequest } from '../domain/credits/store.ts';
import { claim } from '../domain/idempotency/keys.ts';
import { perform } from '../domain/kernel/step.ts';
import { claimJob, waitForJob } from '../domain/seo/store.ts';
import { claimDeliveries } from '../domain/webhooks/claim-store.ts';
import { INSTANCE_LOCK_CLASS } from '../infra/database/port.ts';
import { startTestService, type TestService } from './environment/service.ts';

jest.setTimeout(60_000);

const INSTANCE = 4_711;

let service: TestService;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  partnerId = (await service.createPartner()).id;
});
afterAll(() => service?.stop());

const query = (sql: string, values: unknown[] = []) => service.dataSource.query(sql, values);

/** Something that a process leases, which died, or was stopped, with the lease. */
interface Leased {
  /** Makes it, with a lease until the database's clock plus an interval. */
  lease(until: string): Promise<void>;
  /** Whether another takes it. */
  isTaken(): Promise<boolean>;
}

const LEASED: Record<string, Leased> = {
  'a request that holds credits': {
    async lease(until) {
      await query('DELETE FROM paid_request');
      await insertPaidRequest(service.deps.db, partnerId, 'dead');
      await query('UPDATE paid_request SET expires_at = clock_timestamp() + $1::interval', [until]);
    },
    // Nothing is held under its name, which is found out once it is taken.
    isTaken: () =>
      perform(service.deps, releaseExpiredRequests, {}).then(
        ({ released }) => released > 0,
        () => true,
      ),
  },
  'a text that is being written': {
    async lease(until) {
      const { call } = await service.createCaller();
      const input = { post_type: 'post_generator', description: 'Data' };
      const { id } = await service.run(call, createMessage, { input });
      await query(
        `INSERT INTO writer_output (message_id, creativity, maximum_length, number_of_results, row_key, status, results, finished,
                                    prompt_version, holds, held, claim_token, claim_until, created_at, updated_at)
         VALUES ($1, 0.5, 100, 1, gen_random_uuid(), 'writing', '[]', 0, '1', 0, false, gen_random_uuid(),
                 clock_timestamp() + $2::interval, now(), now())`,
        [id, until],
      );
    },
    isTaken: async () => (await perform(service.deps, stopLapsedOutputs, {})).stopped > 0,
  },
  'an analysis': {
    async lease(until) {
      await query('DELETE FROM seo_job');
      await query(
        `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                              include_content_analysis, sandbox, status, claim_token, claim_until, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'prod-4x7kq2m9ab', 'default', '', '', false, false, false, 'processing', gen_random_uuid(),
                 clock_timestamp() + $2::interval, now(), now())`,
        [partnerId, until],
      );
    },
    async isTaken() {
      const [{ id }] = await query('SELECT id FROM seo_job');
      const waitMs = await waitForJob(service.deps.db, id);
      const claimed = await claimJob(service.deps.db, new Date(), { jobId: id, token: crypto.randomUUID() });
      expect(waitMs === 0).toBe(claimed !== null);
      return claimed !== null;
    },
  },
  'an Idempotency-Key': {
    async lease(until) {
      await query('DELETE FROM idempotency_key');
      await claim(service.deps, KEY, Buffer.from('{}'));
      await query('UPDATE idempotency_key SET locked_until = clock_timestamp() + $1::interval', [until]);
    },
    isTaken: () =>
      claim(service.deps, KEY, Buffer.from('{}')).then(
        ({ kind }) => kind === 'run',
        () => false,
      ),
  },
  'a delivery of a worker that lives': {
    async lease(until) {
      await query('DELETE FROM webhook_delivery');
      await query(
        `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, drain_token, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'https://example.com', '{}', '', true, $2, now(), now())`,
        [partnerId, DRAIN],
      );
      await query(
        `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at, lease_token, lease_until, lease_instance)
         SELECT max(id), 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS', 'x', 'pending', now(), now(), gen_random_uuid(),
                clock_timestamp() + $1::interval, $2 FROM webhook_endpoint`,
        [until, INSTANCE],
      );
    },
    async isTaken() {
      const worker = service.dataSource.createQueryRunner();
      try {
        await worker.query('SELECT pg_advisory_lock($1, $2)', [INSTANCE_LOCK_CLASS, INSTANCE]);
        const [{ id }] = await query('SELECT max(id) AS id FROM webhook_endpoint');
        const { deliveries, withoutPayload } = await claimDeliveries(service.deps.db, {
          endpointId: id,
          now: new Date(Date.now() + 60_000),
          limit: 10,
          leaseToken: crypto.randomUUID(),
          instance: INSTANCE + 1,
          drainToken: DRAIN,
        });
        return deliveries.length + withoutPayload.length > 0;
      } finally {
        await worker.query('SELECT pg_advisory_unlock_all()');
        await worker.release();
      }
    },
  },
};
const KEY = { owner: 'partner:1', method: 'POST', path: '/x', key: 'once' };
const DRAIN = crypto.randomUUID();

describe.each(Object.entries(LEASED))('%s', (_name, { lease, isTaken }) => {
  test.each([
    ['5 seconds', false],
    ['9 minutes', false],
    ['-1 seconds', true],
    // The clock of the database was ahead, and has been set back.
    ['11 minutes', true],
    ['1 year', true],
  ])('with a lease that ends %s from now is taken: %s', async (until, expected) => {
    await lease(until);
    expect(await isTaken()).toBe(expected);
  });
});

test('no statement compares the end of a lease by itself', () => {
  const files = globSync('domain/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && file !== 'domain/kernel/sql.ts',
  );
  const own = files.filter((file) =>
    /\b\w*(?:_until|expires_at)\s*(?:<|>)=?\s*clock_timestamp\(\)/.test(readFileSync(file, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(own).toEqual([]);
});
