import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { pino } from 'pino';
import { startTestService, type TestService } from '../api/partners/testing.ts';
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
  const partner = await service.newPartner();
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
