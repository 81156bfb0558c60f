import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { pino } from 'pino';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { reconcile } from './reconciler.ts';

jest.setTimeout(60_000);

const MORE_THAN_A_LOT = 205;
const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Executions that nothing has touched for an hour; returns id and key. */
async function addStale(count: number): Promise<{ id: number; row_key: string }[]> {
  const partner = await service.createPartner();
  return service.dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context, notify_on_complete,
                            sandbox, created_at, updated_at)
     SELECT gen_random_uuid(), $1, (SELECT id FROM agent WHERE partner_id IS NULL), 'blog_post', 'planning', 'normal', '{}', '{}',
            false, false, now() - interval '1 hour', now() - interval '1 hour'
     FROM generate_series(1, $2) RETURNING id, row_key`,
    [partner.id, count],
  );
}

/** An engine that knows these runs as open, those as closed, and no others. */
function engine(open: { row_key: string; id: number }[], closed: { row_key: string; id: number }[]): Client {
  const runs = new Map<string, { memo: { rowKey: string }; status: { name: string } }>([
    ...open.map(
      ({ id, row_key }) => [`execution-${id}`, { memo: { rowKey: row_key }, status: { name: 'RUNNING' } }] as const,
    ),
    ...closed.map(
      ({ id, row_key }) => [`execution-${id}`, { memo: { rowKey: row_key }, status: { name: 'TERMINATED' } }] as const,
    ),
  ]);
  const getHandle = (workflowId: string) => ({
    async describe() {
      const run = runs.get(workflowId);
      if (!run) throw new WorkflowNotFoundError('no such run', workflowId, undefined);
      return run;
    },
  });
  return { workflow: { getHandle } } as unknown as Client;
}

test('executions whose run is closed or unknown fail, however many stand before them', async () => {
  const stale = await addStale(MORE_THAN_A_LOT);
  const open = stale.slice(0, -2);
  const ended = await reconcile(
    service.deps,
    engine(open, stale.slice(-2, -1)),
    HOUR_MS / 2,
    pino({ level: 'silent' }),
  );
  expect(ended).toBe(2);
  const failed = await service.dataSource.query(
    `SELECT id, error_message FROM execution WHERE status = 'failed' ORDER BY id`,
  );
  const sentence = expect.stringContaining('stopped by the operators');
  expect(failed).toEqual(stale.slice(-2).map(({ id }) => ({ id, error_message: sentence })));
});

test('what was touched lately, or still waits for its start, is left alone', async () => {
  const [recent, waiting] = await addStale(2);
  await service.dataSource.query('UPDATE execution SET updated_at = now() WHERE id = $1', [recent?.id]);
  await service.dataSource.query(
    `INSERT INTO outbox (kind, command, created_at) VALUES ('execution.start', jsonb_build_object('rowKey', $1::text), now())`,
    [waiting?.row_key],
  );
  const others = await service.dataSource.query(
    `SELECT id, row_key FROM execution WHERE status = 'planning' AND id < $1`,
    [recent?.id],
  );
  expect(await reconcile(service.deps, engine(others, []), HOUR_MS / 2, pino({ level: 'silent' }))).toBe(0);
});

test('analyses whose run is closed or unknown fail, those that still wait for their start are left alone', async () => {
  const partner = await service.createPartner();
  const jobs: { id: number; row_key: string }[] = await service.dataSource.query(
    `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                          include_content_analysis, sandbox, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'prod-4x7kq2m9ab', n, '', '', false, false, false, now() - interval '1 hour', now() - interval '1 hour'
     FROM generate_series(1, 3) AS n RETURNING id, row_key`,
    [partner.id],
  );
  const [open, lost, waiting] = jobs;
  await service.dataSource.query(
    `INSERT INTO outbox (kind, command, created_at) VALUES ('seo.start', jsonb_build_object('rowKey', $1::text), now())`,
    [waiting?.row_key],
  );
  const executions: { id: number; row_key: string }[] = await service.dataSource.query(
    'SELECT id, row_key FROM execution',
  );
  const runs = new Map([
    ...executions.map(({ id, row_key }) => [`execution-${id}`, row_key] as const),
    [`seo-analysis-${open?.id}`, open?.row_key] as const,
  ]);
  expect(await reconcile(service.deps, engineOf(runs), HOUR_MS / 2, pino({ level: 'silent' }))).toBe(1);
  expect(await service.dataSource.query(`SELECT id, error FROM seo_job WHERE status = 'failed'`)).toEqual([
    { id: lost?.id, error: expect.stringContaining('stopped by the operators') },
  ]);
});

/** An engine in which these runs are open, by the key in their memo. */
function engineOf(runs: ReadonlyMap<string, string | undefined>): Client {
  const getHandle = (workflowId: string) => ({
    async describe() {
      const rowKey = runs.get(workflowId);
      if (rowKey === undefined) throw new WorkflowNotFoundError('no such run', workflowId, undefined);
      return { memo: { rowKey }, status: { name: 'RUNNING' } };
    },
  });
  return { workflow: { getHandle } } as unknown as Client;
}

test('an execution that cannot be compared with its run keeps none of the others from it', async () => {
  const [broken, lost] = await addStale(2);
  const known = engine([], []);
  const client = {
    workflow: {
      getHandle: (workflowId: string) =>
        workflowId === `execution-${broken?.id}`
          ? { describe: () => Promise.reject(new Error('A bug.')) }
          : known.workflow.getHandle(workflowId),
    },
  } as unknown as Client;
  await reconcile(service.deps, client, HOUR_MS / 2, pino({ level: 'silent' }));
  const rows: { id: number; status: string }[] = await service.dataSource.query(
    'SELECT id, status FROM execution WHERE id = ANY ($1) ORDER BY id',
    [[broken?.id, lost?.id]],
  );
  expect(rows.map(({ status }) => status)).toEqual(['planning', 'failed']);
});
