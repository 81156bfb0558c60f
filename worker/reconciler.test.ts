import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { pino } from 'pino';
import { listLostRuns } from '../infra/temporal/engine.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { createSharedNamespace } from '../test/environment/shared-servers-client.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { FLOWS } from './areas.ts';
import { createReconciler } from './reconciler.ts';

jest.setTimeout(120_000);

/** Rows that one pass checks. */
const ROWS_PER_PASS = 1_000;
const HOUR_MS = 3_600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Inserts executions last updated an hour ago; returns id and key. */
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

/** Kinds of the rows that reconcilers ended. */
const lost: string[] = [];

/** A reconciler with this engine, for rows unchanged for half an hour. */
function reconciler(
  temporal: Client,
  { log = pino({ level: 'silent' }), deps = service.deps } = {},
): () => Promise<number> {
  return createReconciler({ deps, temporal, staleAfterMs: HOUR_MS / 2, onLost: (kind) => lost.push(kind), log });
}

/** The engine's list of runs that ended badly. */
const listOf = (rowKeys: readonly string[]) =>
  async function* list({ query }: { query: string }) {
    if (query.includes(`'execution'`)) for (const rowKey of rowKeys) yield { memo: { rowKey } };
  };

/** An engine with these open and closed runs; its list is empty unless given. */
function engine(
  open: { row_key: string; id: number }[],
  closed: { row_key: string; id: number }[],
  listed: { row_key: string }[] = [],
  status = 'RUNNING',
): Client {
  const run = ({ row_key: rowKey }: { row_key: string }, name: string) => ({ memo: { rowKey }, status: { name } });
  const runs = new Map<string, { memo: { rowKey: string }; status: { name: string }; closeTime?: Date }>([
    ...open.map((row) => [`execution-${row.id}`, run(row, status)] as const),
    ...closed.map((row) => [`execution-${row.id}`, { ...run(row, 'TERMINATED'), closeTime: new Date() }] as const),
  ]);
  const getHandle = (workflowId: string) => ({
    async describe() {
      const run = runs.get(workflowId);
      if (!run) throw new WorkflowNotFoundError('no such run', workflowId, undefined);
      return run;
    },
  });
  return { workflow: { getHandle, list: listOf(listed.map(({ row_key }) => row_key)) } } as unknown as Client;
}

/** Ends the rows that a test left open. */
afterEach(async () => {
  await service.dataSource.query(
    `UPDATE execution SET status = 'cancelled' WHERE status IN ('pending', 'planning', 'executing')`,
  );
});

test('executions whose run is closed or unknown fail', async () => {
  const stale = await addStale(12);
  const open = stale.slice(0, -2);
  lost.length = 0;
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  expect(await reconciler(engine(open, stale.slice(-2, -1)), { log })()).toBe(2);
  expect(lost).toEqual(['execution', 'execution']);
  expect(lines).toEqual(
    [stale.at(-2), stale.at(-1)].map((row, index) =>
      expect.objectContaining({ row: 'execution', row_id: row?.id, run: ['closed', 'unknown'][index] }),
    ),
  );
  const failed = await service.dataSource.query(
    `SELECT id, error_message FROM execution WHERE status = 'failed' ORDER BY id`,
  );
  const sentence = expect.stringContaining('stopped by the operators');
  expect(failed).toEqual(stale.slice(-2).map(({ id }) => ({ id, error_message: sentence })));
});

test('executions whose run staff have paused go on later', async () => {
  const paused = await addStale(2);
  expect(await reconciler(engine(paused, [], paused, 'PAUSED'))()).toBe(0);
});

test('what was touched lately, or still waits for its start, is left alone', async () => {
  const [recent, waiting] = await addStale(2);
  await service.dataSource.query('UPDATE execution SET updated_at = now() WHERE id = $1', [recent?.id]);
  await service.dataSource.query(
    `INSERT INTO outbox (kind, command, created_at) VALUES ('execution.start', jsonb_build_object('rowKey', $1::text), now())`,
    [waiting?.row_key],
  );
  expect(
    await reconciler(
      engine(
        [],
        [],
        [recent, waiting].flatMap((row) => row ?? []),
      ),
    )(),
  ).toBe(0);
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
  const runs = new Map([[`seo-analysis-${open?.id}`, open?.row_key]]);
  expect(await reconciler(engineOf(runs))()).toBe(1);
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
  return { workflow: { getHandle, list: listOf([]) } } as unknown as Client;
}

test('an execution that cannot be compared with its run keeps none of the others from it', async () => {
  const [broken, lost] = await addStale(2);
  const known = engine(
    [],
    [],
    [broken, lost].flatMap((row) => row ?? []),
  );
  const client = {
    workflow: {
      ...known.workflow,
      getHandle: (workflowId: string) =>
        workflowId === `execution-${broken?.id}`
          ? { describe: () => Promise.reject(new Error('A bug.')) }
          : known.workflow.getHandle(workflowId),
    },
  } as unknown as Client;
  await reconciler(client)();
  expect(await statusesOf([broken, lost])).toEqual(['planning', 'failed']);
});

test('a run that the engine lists as ended is found at once, however much is queued; all others have their turn', async () => {
  const stale = await addStale(ROWS_PER_PASS + 5);
  const [terminated, unknown] = [stale.at(-1), stale.at(-2)];
  const open = stale.slice(0, -2);
  const asked: string[] = [];
  const known = engine(
    open,
    [terminated].flatMap((row) => row ?? []),
    [terminated].flatMap((row) => row ?? []),
  );
  const getHandle = (workflowId: string) => {
    asked.push(workflowId);
    return known.workflow.getHandle(workflowId);
  };
  const reconcile = reconciler({ workflow: { ...known.workflow, getHandle } } as unknown as Client);
  expect(await reconcile()).toBe(1);
  expect(await statusesOf([terminated, unknown])).toEqual(['failed', 'planning']);
  expect(asked).toHaveLength(1 + ROWS_PER_PASS);
  expect(await reconcile()).toBe(1);
  expect(await statusesOf([terminated, unknown])).toEqual(['failed', 'failed']);
  // The last rows were checked, so the next pass starts from the first again.
  const [first] = open;
  known.workflow.getHandle = engine([], []).workflow.getHandle;
  await service.dataSource.query(`UPDATE execution SET status = 'cancelled' WHERE status = 'planning' AND id > $1`, [
    first?.id,
  ]);
  expect(await reconcile()).toBe(1);
  expect(await statusesOf([first])).toEqual(['failed']);
});

test('a run that the list has as ended and the engine as open is left alone', async () => {
  const stale = await addStale(1);
  expect(await reconciler(engine(stale, [], stale))()).toBe(0);
  expect(await statusesOf(stale)).toEqual(['planning']);
});

test('rows have their turn although the engine cannot list its runs', async () => {
  const [lost] = await addStale(1);
  const known = engine([], []);
  const list = () => {
    throw new Error('The list is away.');
  };
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line).workflow) });
  expect(await reconciler({ workflow: { ...known.workflow, list } } as unknown as Client, { log })()).toBe(1);
  expect(await statusesOf([lost])).toEqual(['failed']);
  const watched = FLOWS.flatMap(({ contract, owner }) => ('none' in owner ? [] : [contract.workflow]));
  expect(new Set(errors)).toEqual(new Set(watched));
  expect(errors).toContain('execution');
});

test('kinds of rows that cannot be listed keep none of the others from their turn', async () => {
  const { db } = service.deps;
  const query = (sql: string, values?: unknown[]) =>
    /FROM \w+ r\n/.test(sql) && !sql.includes('FROM execution r')
      ? Promise.reject(new Error('The table is locked.'))
      : db.query(sql, values);
  const deps = { ...service.deps, db: { query } as typeof db };
  const [row] = await addStale(1);
  const failed = await reconciler(engine([], []), { deps })().catch((error: unknown) => error);
  expect(failed).toMatchObject({ errors: expect.arrayContaining([new Error('The table is locked.')]) });
  expect(await statusesOf([row])).toEqual(['failed']);
});

test('an engine that is away is asked ten times a pass, by other rows each time', async () => {
  const stale = await addStale(25);
  const asked: string[] = [];
  const getHandle = (workflowId: string) => {
    asked.push(workflowId);
    return { describe: () => Promise.reject(new Error('The engine is away.')) };
  };
  const reconcile = reconciler({ workflow: { getHandle, list: listOf([]) } } as unknown as Client);
  for (const soFar of [10, 20, 25]) {
    await reconcile();
    expect(asked).toEqual(stale.slice(0, soFar).map(({ id }) => `execution-${id}`));
  }
});

test('on the real engine, runs that were terminated end their rows and those that are queued do not', async () => {
  const { address, namespace } = await createSharedNamespace();
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  try {
    const stale = await addStale(20);
    // No worker serves the queue, so each run stays queued.
    for (const { id, row_key } of stale) {
      await client.workflow.start('execution', {
        workflowId: `execution-${id}`,
        taskQueue: 'mw-main',
        args: [{ executionId: id, rowKey: row_key }],
        memo: { rowKey: row_key },
      });
    }
    const reconcile = reconciler(client);
    expect(await reconcile()).toBe(0);
    const lost = stale[7];
    await client.workflow.getHandle(`execution-${lost?.id}`).terminate();
    const since = new Date(Date.now() - HOUR_MS);
    await waitUntil('the engine to list it', async () =>
      (await listLostRuns(client, 'execution', since, 10)).includes(lost?.row_key ?? ''),
    );
    expect(await reconcile()).toBe(1);
    expect(await statusesOf([lost])).toEqual(['failed']);
    expect(await statusesOf(stale.filter((row) => row !== lost))).toEqual(Array(19).fill('planning'));
  } finally {
    await client.connection.close();
  }
});

async function statusesOf(executions: readonly ({ id: number } | undefined)[]): Promise<string[]> {
  const rows: { status: string }[] = await service.dataSource.query(
    'SELECT status FROM execution JOIN unnest($1::bigint[]) WITH ORDINALITY AS named (id, place) USING (id) ORDER BY place',
    [executions.map((row) => row?.id)],
  );
  return rows.map(({ status }) => status);
}

test('a process that stops begins with no further kind of rows', async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const list = async function* ({ query }: { query: string }) {
    asked.push(query);
    stopping.abort();
    yield* [];
  };
  const stopped = { workflow: { list } } as unknown as Client;
  expect(await reconciler(stopped, { deps: { ...service.deps, stopping: stopping.signal } })()).toBe(0);
  expect(asked).toHaveLength(1);
});
