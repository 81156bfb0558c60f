import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { sealedColumnsOf, tablesOf } from '../../infra/database/table.ts';
import { PROGRAMS, ROOT } from '../../infra/deploy/programs.ts';
import { createSecretBox, type Sealed } from '../../infra/secrets/secret-box.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { claim, finish } from '../idempotency/keys.ts';
import { perform } from '../kernel/step.ts';
import { saveRecord } from '../oauth/steps/records.ts';
import * as tables from '../tables.ts';
import { resealBatch } from './steps/reseal-batch.ts';

jest.setTimeout(240_000);

const COLUMNS = sealedColumnsOf(tablesOf(tables));
/** Binary columns that no secret box has written, and why they need no key. */
const PLAIN: Record<string, string> = {
  'admin_key.key_hash': 'SHA-256',
  'content_picture_file.body': 'a file',
  'credit_note_file.pdf': 'a file',
  'gtm_subscription.token_hash': 'SHA-256',
  'idempotency_key.fingerprint': 'HMAC; --check counts those of an earlier key',
  'idempotency_key.key_id': 'a name',
  'invoice_file.pdf': 'a file',
  'knowledge_document.source': 'a file',
  'knowledge_document_version.source': 'a file',
  'knowledge_space.calibration': 'numbers of the product’s own texts',
  'knowledge_vector.vector': 'numbers of a text',
  'oauth_record.grant_key': 'SHA-256',
  'oauth_record.key': 'SHA-256',
  'oauth_record.uid_key': 'SHA-256',
  'partner_key.key_hash': 'SHA-256',
  'passkey.credential_id': 'a name',
  'passkey.public_key': 'a public key',
  'recovery_code.code_hash': 'a hash',
  'user_link.secret_hash': 'SHA-256',
  'user_session.grant_key': 'SHA-256',
  'user_session.session_key': 'SHA-256',
};

const OLD = randomBytes(32);
const NEW = randomBytes(32);
const [old, both, current] = [createSecretBox([OLD]), createSecretBox([NEW, OLD]), createSecretBox([NEW])];
const running = new Set<ChildProcess>();

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await service.stop();
});
beforeEach(() =>
  service.dataSource.query(`TRUNCATE ${[...new Set(COLUMNS.map(({ table }) => table))].join()} CASCADE`),
);

test('every binary column is declared as encrypted, or is known to need no key', async () => {
  const rows: { name: string }[] = await service.dataSource.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE data_type = 'bytea' AND table_schema = current_schema() ORDER BY 1`,
  );
  const declared = COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name)).toEqual([...declared, ...Object.keys(PLAIN)].sort());
  expect(declared.length).toBeGreaterThan(5);
});

test('every encrypted column is encrypted again, and nothing else changes', async () => {
  for (const { table } of COLUMNS) await insertRow(table);
  const before = await snapshot();
  expect((await rotate('--check')).code).toBe(1);
  expect(await snapshot()).toEqual(before);

  const { code, out } = await rotate();
  expect(code).toBe(0);
  const after = await snapshot();
  for (const { table, column } of COLUMNS) {
    expect(out).toMatch(new RegExp(`${table}.${column}: \\d+ encrypted again, 0 under an earlier key, 0 unreadable`));
    for (const [index, row] of (after[table] ?? []).entries()) {
      const former = before[table]?.[index] ?? {};
      expect(current.open(row[column] as Sealed)).toBe(both.open(former[column] as Sealed));
      row[column] = former[column];
    }
  }
  expect(after).toEqual(before);
  expect((await rotate('--check')).code).toBe(0);
});

test('a rotation that is killed half-way, beside processes that go on writing, is finished by the next', async () => {
  await service.fill(
    `INSERT INTO oauth_record (kind, key, payload, expires_at, created_at)
     SELECT 'Session', n::text::bytea, $1, now() + interval '1 day', now() FROM generate_series(1, 20000) AS n`,
    [old.seal('{"kept":true}')],
  );
  // A process of each kind: one that was not replaced yet, and one that was.
  let isOver = false;
  let written = 0;
  const write = async (secrets: typeof old) => {
    while (!isOver) {
      written += 1;
      const id = `record-${written}`;
      const record = { kind: 'Session', id, grantId: null, uid: null, userId: null, clientId: null };
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      await perform({ ...service.deps, secrets }, saveRecord, { ...record, payload: { id }, expiresAt });
    }
  };
  const traffic = [write(createSecretBox([OLD, NEW])), write(both)];

  const first = start();
  await waitUntil('a first batch', async () => (await countUnderNew()) > 0, { longestPauseMs: 20 });
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await countUnderNew()).toBeLessThan(20_000);
  expect((await rotate('--check')).code).toBe(1);
  isOver = true;
  await Promise.all(traffic);

  const { code, out } = await rotate();
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing needs the earlier keys')]);
  const rows: { payload: Sealed }[] = await service.dataSource.query('SELECT payload FROM oauth_record');
  expect(rows).toHaveLength(20_000 + written);
  for (const { payload } of rows) expect(() => current.open(payload)).not.toThrow();
});

test('a row that somebody has locked or changed keeps what they write, and waits for the next pass', async () => {
  await insertRow('gtm_subscription');
  const needs = { db: service.deps.db, secrets: both, sealedColumns: COLUMNS };
  const input = { table: 'gtm_subscription', column: 'token', afterId: 0, isDry: false };
  await service.dataSource.transaction(async (em) => {
    await em.query('UPDATE gtm_subscription SET token = $1', [old.seal('newer')]);
    expect(await perform(needs, resealBatch, input)).toMatchObject({ resealed: 0, left: 1, unreadable: [] });
  });
  expect(await perform(needs, resealBatch, input)).toMatchObject({ resealed: 1, left: 0 });
  const [{ token }] = await service.dataSource.query('SELECT token FROM gtm_subscription');
  expect(current.open(token)).toBe('newer');
});

test('batches are bounded by bytes, and a longer value is a batch of its own', async () => {
  const long = old.seal('x'.repeat(3_000_000));
  for (const [index, answer] of [long, long, old.seal('short')].entries()) {
    await service.dataSource.query(
      `INSERT INTO idempotency_key (owner, method, path, key, fingerprint, answer, created_at, expires_at)
       VALUES ('partner:1', 'POST', '/x', $1, '', $2, now(), now() + interval '1 day')`,
      [String(index), answer],
    );
  }
  const needs = { db: service.deps.db, secrets: both, sealedColumns: COLUMNS };
  const sizes: number[] = [];
  for (let afterId: number | null = 0; afterId !== null; ) {
    const input = { table: 'idempotency_key', column: 'answer', afterId, isDry: false };
    const batch: { lastId: number | null; resealed: number } = await perform(needs, resealBatch, input);
    sizes.push(batch.resealed);
    afterId = batch.lastId;
  }
  expect(sizes).toEqual([2, 1, 0]);
});

test('what no key decrypts is named, left as it is, and told apart from what is under an earlier key', async () => {
  await insertRow('webhook_endpoint', createSecretBox([randomBytes(32)]));
  const before = await snapshot();
  const { code, out, err } = await rotate();
  expect([code, out]).toEqual([3, expect.stringContaining('Nothing needs the earlier keys')]);
  expect(err).toMatch(/webhook_endpoint\.secret: no key decrypts \d+/);
  expect(await snapshot()).toEqual(before);
});

test('requests of before the change are repeated after it, and their fingerprints count until they expire', async () => {
  const services = (secrets: typeof old) => ({ ...service.deps, secrets });
  const scope = { owner: 'partner:1', method: 'POST', path: '/x', key: randomUUID() };
  const body = Buffer.from('{"a":1}');
  const made = await claim(services(old), scope, body);
  if (made.kind !== 'run') throw new Error('It is new.');
  await finish(services(old), made.held, { status: 201, body: { data: 1 }, headers: {} }, []);

  expect(await claim(services(both), scope, body)).toMatchObject({ kind: 'replay', answer: { body: { data: 1 } } });
  await expect(claim(services(both), scope, Buffer.from('{}'))).rejects.toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
  const { code, out } = await rotate();
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/fingerprint: 1 of an earlier key, the last of which expires at 2/),
  ]);

  const forgotten = await rotate('--forget-fingerprints');
  expect([forgotten.code, forgotten.out]).toEqual([0, expect.stringContaining('fingerprint: 1 forgotten')]);
  expect(await claim(services(current), scope, body)).toMatchObject({ kind: 'replay', answer: { body: { data: 1 } } });
});

/** What CHECKs ask for besides. */
const OWNED: Record<string, string[]> = { gtm_subscription: ['user_id'] };

/** A row whose encrypted columns are under the old key. */
async function insertRow(table: string, secrets = old): Promise<void> {
  const columns: { name: string; type: string; required: boolean; length: number | null }[] =
    await service.dataSource.query(
      `SELECT column_name AS name, data_type AS type, character_maximum_length AS length,
              is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AS required
       FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()`,
      [table],
    );
  const values = columns.flatMap(({ name, type, required, length }): [string, unknown][] => {
    const isSealed = COLUMNS.some((one) => one.table === table && one.column === name);
    if (isSealed) return [[name, secrets.seal(`secret of ${table}.${name}`)]];
    return required || OWNED[table]?.includes(name) ? [[name, exampleOf(type, length)]] : [];
  });
  await service.dataSource.transaction(async (em) => {
    // Without foreign keys.
    await em.query('SET LOCAL session_replication_role = replica');
    await em.query(
      `INSERT INTO ${table} (${values.map(([name]) => name).join()}) VALUES (${values.map((_, n) => `$${n + 1}`).join()})`,
      values.map(([, value]) => value),
    );
  });
}

/** Words that CHECKs of these tables admit. */
function exampleOf(type: string, length: number | null): unknown {
  if (type === 'character varying') return 'stripe'.slice(0, length ?? 6);
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return randomBytes(8);
  if (type.startsWith('timestamp')) return new Date();
  if (type === 'ARRAY') return [];
  if (type === 'boolean') return true;
  return 1;
}

async function snapshot(): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const { table } of COLUMNS) {
    found[table] = await service.dataSource.query(`SELECT * FROM ${table} ORDER BY id`);
  }
  return found;
}

/** Among the records with numbers up to 20,000. */
async function countUnderNew(): Promise<number> {
  const rows: { payload: Sealed }[] = await service.dataSource.query(
    `SELECT DISTINCT payload FROM oauth_record WHERE kind = 'Session' AND length(key) <= 5`,
  );
  return rows.filter(({ payload }) => {
    try {
      return current.open(payload);
    } catch {
      return false;
    }
  }).length;
}

function start(...args: string[]) {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAMS['rotate-secrets'].file, ...args], {
    cwd: path.resolve(ROOT),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: service.databaseUrl,
      SECRETS_KEY: [NEW, OLD].map((key) => key.toString('base64')).join(','),
      ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function rotate(...args: string[]) {
  const child = start(...args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}
