import { hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestEdge, type TestAnswer, type TestEdge } from '../../test/environment/edge.ts';
import { ran, sampleRoutes } from '../../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';

jest.setTimeout(60_000);

let service: TestService;
let edge: TestEdge;
let key: string;
let serial = 0;

beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, sampleRoutes);
  key = await createKey();
});

afterEach(() => {
  ran.length = 0;
});

afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

async function createKey(): Promise<string> {
  const partner = await service.createPartner();
  await service.deps.db.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  return (await service.createKey(partner, { rate_limit_per_minute: 10_000 })).plaintext ?? '';
}

const newRepeatKey = () => `repeat-${++serial}`;

function post(repeatKey: string, body: object, path = '/api/v1/samples', by = key): Promise<TestAnswer> {
  return edge.request(path, { key: by, method: 'POST', body, headers: { 'Idempotency-Key': repeatKey } });
}

/** Resets the row to the state that a process leaves when it dies during the work. */
async function dieOver(repeatKey: string): Promise<void> {
  await service.deps.db.query(
    `UPDATE idempotency_key SET status = NULL, answer = NULL, lock_token = gen_random_uuid(),
            locked_until = clock_timestamp() - interval '1 ms' WHERE key = $1`,
    [repeatKey],
  );
}

test('a repeat gets the answer again, without its secret', async () => {
  const repeatKey = newRepeatKey();
  const first = await post(repeatKey, { name: 'one' });
  const second = await post(repeatKey, { name: 'one' });
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
  expect(first.body.meta).toEqual({ secret: 'shown once' });
  expect(second.body).toEqual({ data: first.body.data, meta: { secret: null } });
  expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
  expect(second.headers.get('X-RateLimit-Remaining')).not.toBe(first.headers.get('X-RateLimit-Remaining'));
  expect(ran).toEqual(['one']);
});

test('what is kept cannot be read in the database', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'sealed-name' });
  const rows = await service.deps.db.query('SELECT answer FROM idempotency_key WHERE key = $1', [repeatKey]);
  expect(rows[0].answer.includes('sealed-name')).toBe(false);
  expect(service.deps.secrets.open(rows[0].answer)).not.toContain('shown once');
});

test.each([
  [413, 'application/json', `"${'x'.repeat(1_048_577)}"`],
  [415, 'text/plain', 'a=x'],
])('a refusal of the body with %i is kept, too', async (status, type, body) => {
  const headers = { 'Idempotency-Key': newRepeatKey(), 'Content-Type': type };
  const send = (text: string) => edge.request('/api/v1/samples', { key, method: 'POST', body: text, headers });
  const [first, second] = [await send(body), await send(body)];
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([status, null]);
  expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([status, 'true']);
  expect(second.body).toEqual(first.body);
  expect((await send(`${body} `)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('another body is refused', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'one' });
  const other = await post(repeatKey, { name: 'two' });
  expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
});

test('of ten clients that race one runs, the others wait their turn', async () => {
  const repeatKey = newRepeatKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(repeatKey, { name: 'race', wait_ms: 300 })));
  expect(ran).toEqual(['race']);
  // Later requests get the response of the first.
  const replayed = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Replayed') === 'true';
  expect(answers.filter((answer) => answer.status === 201 && !replayed(answer))).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 201);
  for (const { body } of others) expect(body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
  for (const { headers } of others) expect(headers.get('Retry-After')).toBe('1');
  expect((await post(repeatKey, { name: 'race', wait_ms: 300 })).status).toBe(201);
  expect(ran).toEqual(['race']);
});

test('4xx answers are kept', async () => {
  const repeatKey = newRepeatKey();
  const first = await post(repeatKey, { name: '' });
  const second = await post(repeatKey, { name: '' });
  expect([first.status, second.status]).toEqual([422, 422]);
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
});

test('5xx answers are not: a repeat runs anew', async () => {
  const repeatKey = newRepeatKey();
  for (let n = 0; n < 2; n += 1) expect((await post(repeatKey, { name: 'x', fail: 'before' })).status).toBe(500);
  expect(ran).toEqual(['x', 'x']);
});

test('a failure after the commit repeats nothing: the repeat finds what was made', async () => {
  const repeatKey = newRepeatKey();
  expect((await post(repeatKey, { name: 'x', fail: 'after' })).status).toBe(500);
  const repeat = await post(repeatKey, { name: 'x', fail: 'after' });
  expect([repeat.status, repeat.body]).toEqual([201, { data: { id: 1, name: 'recovered' }, meta: { secret: null } }]);
  expect(repeat.headers.get('Idempotency-Replayed')).toBe('true');
  expect(ran).toEqual(['x']);
});

test('a process that died before its commit leaves a lock that lapses', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'x' });
  await service.deps.db.query('UPDATE idempotency_key SET made_id = NULL, made_type = NULL WHERE key = $1', [
    repeatKey,
  ]);
  await dieOver(repeatKey);
  expect((await post(repeatKey, { name: 'x' })).status).toBe(201);
  expect(ran).toEqual(['x', 'x']);
});

test('a process that died after its commit: the repeat tells what was made', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'x' });
  await dieOver(repeatKey);
  const answers = await Promise.all([post(repeatKey, { name: 'x' }), post(repeatKey, { name: 'x' })]);
  for (const { status } of answers) expect([201, 409]).toContain(status);
  expect((await post(repeatKey, { name: 'x' })).body.data).toEqual({ id: 1, name: 'recovered' });
  expect(ran).toEqual(['x']);
});

test('keys of different partners and paths have nothing to do with each other', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'x' });
  expect((await post(repeatKey, { name: 'y' }, '/api/v1/samples', await createKey())).status).toBe(201);
  const slash = await post(repeatKey, { name: 'x' }, '/api/v1/samples/');
  expect(slash.headers.get('Idempotency-Replayed')).toBe('true');
  expect(ran).toEqual(['x', 'y']);
});

test('after 24 hours a key is new', async () => {
  const repeatKey = newRepeatKey();
  await post(repeatKey, { name: 'x' });
  service.setClock(new Date(Date.now() + 24 * 3_600_000));
  try {
    expect((await post(repeatKey, { name: 'y' })).status).toBe(201);
  } finally {
    service.setClock(undefined);
  }
  expect(ran).toEqual(['x', 'y']);
});

test.each([[''], ['a b'], ['x'.repeat(256)], ['é']])('the key %j is a 422', async (repeatKey) => {
  const answer = await post(repeatKey, { name: 'x' });
  expect([answer.status, answer.body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
  expect(ran).toEqual([]);
});

test('a key of 255 characters is taken', async () => {
  expect((await post('k'.repeat(255), { name: 'x' })).status).toBe(201);
});

test('what is kept of a body cannot be found by trying bodies', async () => {
  const [repeatKey, body] = [newRepeatKey(), { name: 'with a password' }];
  expect((await post(repeatKey, body)).status).toBe(201);
  const [row] = await service.deps.db.query('SELECT fingerprint FROM idempotency_key WHERE key = $1', [repeatKey]);
  expect(row.fingerprint).toHaveLength(32);
  expect(row.fingerprint).not.toEqual(hash('sha256', JSON.stringify(body), 'buffer'));
});

test('after a change of the key for secrets a repeat finds what was made, and its body counts from then on', async () => {
  const [repeatKey, body] = [newRepeatKey(), { name: 'first' }];
  expect((await post(repeatKey, body)).status).toBe(201);
  // The statement from docs/operations.md.
  await service.deps.db.query(
    `UPDATE idempotency_key SET answer = NULL, status = NULL, fingerprint = '', lock_token = NULL, locked_until = clock_timestamp()`,
  );
  const again = await post(repeatKey, body);
  expect([again.status, again.body.data.name]).toEqual([201, 'recovered']);
  expect((await post(repeatKey, { name: 'another' })).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('another spelling of the path is the same path', async () => {
  const repeatKey = newRepeatKey();
  for (const path of ['blog_post', 'blog%5fpost', '%62log_post/', 'blog%5Fpos%74']) {
    expect((await post(repeatKey, {}, `/api/v1/named/${path}`)).status).toBe(200);
  }
  expect(ran).toEqual(['named']);
});
