import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { ROOT } from '../infra/deploy/programs.ts';
import { typedKeywords } from '../infra/temporal/connection.ts';
import { listRuns } from '../infra/temporal/runs.ts';
import { withFolder } from '../test/environment/folder.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { createSharedNamespace } from '../test/environment/shared-servers-client.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { stopPartnerWork } from './partner-work.ts';

jest.setTimeout(240_000);

const run = promisify(execFile);
const PROGRAM = path.join(ROOT, 'infra/deploy/marketwright.ts');
let service: TestService;
let client: Client;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  const { address, namespace } = await createSharedNamespace();
  client = new Client({ connection: await Connection.connect({ address }), namespace });
  environment = {
    DATABASE_URL: service.databaseUrl,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    AI_PROVIDER: 'sandbox',
    SANDBOX_AI_BASE_URL: 'http://127.0.0.1:9/v1',
  };
});
afterAll(async () => {
  await client.connection.close();
  await service.stop();
});

function command(...args: string[]): ReturnType<typeof commandWith> {
  return commandWith({}, args);
}

async function commandWith(
  settings: Record<string, string>,
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'] ?? '', ...environment, ...settings };
  try {
    return { code: 0, ...(await run(process.execPath, ['--no-warnings', PROGRAM, ...args], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

/** An execution with a hold whose run waits for a worker. */
async function startExecution(partnerId: number): Promise<number> {
  const [{ id, row_key }] = await service.dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, credits_held, settings, context,
                            notify_on_complete, sandbox, created_at, updated_at)
     SELECT gen_random_uuid(), $1, (SELECT min(id) FROM agent WHERE partner_id IS NULL OR partner_id = $1), 'blog_post', 'planning',
            'normal', 10, '{"topic": "secret topic"}', '{}', false, false, now(), now() RETURNING id, row_key`,
    [partnerId],
  );
  await service.dataSource.query(
    `INSERT INTO credit_account (partner_id, balance, held) VALUES ($1, 100, 10)
     ON CONFLICT (partner_id) DO UPDATE SET balance = 100, held = 10`,
    [partnerId],
  );
  await service.dataSource.query(
    `INSERT INTO credit_entry (partner_id, kind, amount, reference, capability, day, created_at)
     VALUES ($1, 'hold', 10, 'execution:' || $2::text, 'blog_post', current_date, now())`,
    [partnerId, row_key],
  );
  await client.workflow.start('execution', {
    workflowId: `execution-${id}`,
    taskQueue: 'nobody-serves-it',
    memo: { rowKey: row_key },
    typedSearchAttributes: typedKeywords({ MwPartnerId: String(partnerId) }),
  });
  return id;
}

const runsOf = (partnerId: number) => listRuns(client, `MwPartnerId = '${partnerId}'`, 100);

test('a partner is erased: open work ends, credits are released, runs and rows go, those of others stay', async () => {
  const [partner, other] = [await service.createPartner(), await service.createPartner()];
  await startExecution(partner.id);
  const kept = await startExecution(other.id);
  await waitUntil(
    'both runs are listed',
    async () => (await runsOf(partner.id)).length + (await runsOf(other.id)).length === 2,
  );

  const shown = await command('erase-partner', String(partner.id));
  expect([shown.code, shown.stderr]).toEqual([0, expect.stringContaining('Nothing was changed')]);
  expect(shown.stderr).toMatch(/1 deleted execution\n/);
  expect(await runsOf(partner.id)).toHaveLength(1);

  const erased = await command('erase-partner', String(partner.id), '--yes');
  expect(erased).toMatchObject({ code: 0 });
  expect(JSON.parse(erased.stdout)).toMatchObject({ kind: 'partner', id: partner.id, rows: { execution: 1 }, runs: 1 });
  expect(await runsOf(partner.id)).toEqual([]);
  expect(await runsOf(other.id)).toHaveLength(1);
  expect(await service.dataSource.query('SELECT id FROM execution')).toEqual([{ id: kept }]);
  const accounts = await service.dataSource.query('SELECT partner_id, balance, held FROM credit_account ORDER BY 1');
  expect(accounts).toEqual([
    { partner_id: partner.id, balance: 100, held: 0 },
    { partner_id: other.id, balance: 100, held: 10 },
  ]);
});

test('all open runs of a partner are ended before its rows are erased, though it has more than are listed at once', async () => {
  const partner = await service.createPartner();
  const count = 1_005;
  for (let from = 0; from < count; from += 67) {
    const starts = Array.from({ length: Math.min(67, count - from) }, (_, index) =>
      client.workflow.start('webhookEndpoint', {
        workflowId: `open-${partner.id}-${from + index}`,
        taskQueue: 'nobody-serves-it',
        typedSearchAttributes: typedKeywords({ MwPartnerId: String(partner.id) }),
      }),
    );
    await Promise.all(starts);
  }
  const open = () => listRuns(client, `MwPartnerId = '${partner.id}' AND CloseTime IS NULL`);
  await waitUntil('all runs are listed', async () => (await open()).length === count);
  const signal = AbortSignal.timeout(60_000);
  await stopPartnerWork({ deps: service.deps, temporal: client, partnerId: partner.id, signal });
  await waitUntil('the list is up to date', async () => (await open()).length < 1_000);
  const states = await Promise.all(
    (await open()).map(({ workflowId }) => client.workflow.getHandle(workflowId).describe()),
  );
  expect(states.filter(({ status }) => status.name === 'RUNNING')).toEqual([]);
});

test('a partner is exported to a file that only its owner reads', () =>
  withFolder(async (folder) => {
    const partner = await service.createPartner();
    const file = path.join(folder, 'partner.jsonl');
    const { code, stdout } = await command('export-partner', String(partner.id), '--to', file);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ file, rows: expect.anything() })]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      table: 'partner',
      row: expect.objectContaining({ id: partner.id, name: 'Acme' }),
    });
  }));

test('an export that cannot be written fails in one line and leaves nothing of the partner on the disk', () =>
  withFolder(async (folder) => {
    const partner = await service.createPartner();
    const file = path.join(folder, 'partner.jsonl');
    // What an export left that was killed.
    await writeFile(`${file}.partial`, '', { mode: 0o644 });
    const args = ['--no-warnings', PROGRAM, 'export-partner', String(partner.id), '--to', file];
    const env = { PATH: process.env['PATH'] ?? '', ...environment };
    // The largest file that a process may write, blocks of 512 or 1,024 bytes: as a full disk.
    const limited = run('sh', ['-c', 'ulimit -f 1 && exec "$0" "$@"', process.execPath, ...args], { env });
    await expect(limited).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^EFBIG: [^\n]*\n$/) });
    expect(await readdir(folder)).toEqual([]);

    const missing = path.join(folder, 'nowhere', 'partner.jsonl');
    const { code, stderr } = await command('export-partner', String(partner.id), '--to', missing);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^ENOENT: [^\n]*\n$/)]);
  }));

test('an export leaves nothing in a session that a pooler gives to the next one', () =>
  withFolder(async (folder) => {
    const partner = await service.createPartner();
    const target = new URL(service.databaseUrl);
    const { port, hostname } = target;
    let sent = '';
    const pooler = createServer((client) => {
      const database = connect(Number(port), hostname);
      client.on('data', (bytes) => (sent += bytes.toString('latin1')));
      client.pipe(database).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(pooler, 'listening');
    target.port = String((pooler.address() as AddressInfo).port);
    const file = path.join(folder, 'partner.jsonl');
    const args = ['export-partner', String(partner.id), '--to', file];
    expect(await commandWith({ DATABASE_URL: target.href }, args)).toMatchObject({ code: 0 });
    pooler.close();
    expect(sent).toContain('FETCH');
    // How the names of prepared statements begin.
    expect(sent).not.toContain('mw_');
  }));

test.each([
  [['erase-partner', 'x'], 'Name the partner by its number.'],
  [['erase-user'], 'Name the user by its number.'],
  [['export-user', '1', '2', '--to', 'x'], 'Name the user by its number.'],
  [['export-partner', '1'], 'Name the file: --to FILE'],
  [['erase-user', '999999'], 'User not found.'],
])('%j fails in one line', async (args, line) => {
  const { code, stderr } = await command(...args);
  expect([code, stderr.trim()]).toEqual([1, line]);
});
