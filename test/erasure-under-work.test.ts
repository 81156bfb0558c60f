import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { linksOf } from '../domain/data-protection/rules.ts';
import * as declared from '../domain/tables.ts';
import { tablesOf } from '../infra/database/table.ts';
import { ROOT } from '../infra/deploy/programs.ts';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { listRuns } from '../infra/temporal/runs.ts';
import { type FollowedEvents, followEvents } from './environment/events.ts';
import { complete, ended, execute } from './environment/executions.ts';
import { request } from './environment/http.ts';
import { mailTo } from './environment/mails.ts';
import { createUser, type Person, signInToConsole } from './environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from './environment/partners.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { temporalClientOf } from './environment/temporal-client.ts';
import { waitUntil } from './environment/wait-until.ts';
import { createTrigger, firingsOf, ON_EVENT, triggerOf } from './environment/workflow-triggers.ts';
import { openDatabase } from './invariants/database.ts';
import { brokenInvariants } from './invariants/invariants.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
const EVENT = ON_EVENT.event.name;
/** So long an answer of the AI takes, milliseconds: what was begun is open for as long. */
const LATENCY_MS = 4_000;
const TABLES = tablesOf(declared);

let stack: Stack;
let database: ReturnType<typeof openDatabase>;
let temporal: ReturnType<typeof temporalClientOf>;
let other: Partner;
beforeAll(async () => {
  stack = await startStack({
    sandboxAiLatencyMs: LATENCY_MS,
    durable: false,
    serviceEnvironment: { PASSWORD_COST_LOG2: '10', RECONCILE_INTERVAL_SECONDS: '1' },
  });
  publishRunningStack(stack);
  database = openDatabase(stack.urls.databaseUrl ?? '');
  temporal = temporalClientOf(stack, stack.credentials.temporal_namespace);
  other = await createPartner({ credits: 1_000 });
});
afterAll(async () => {
  await temporal?.connection.close();
  await database?.close();
  await stack?.stop();
});

const erased = z.object({ rows: z.record(z.string(), z.int()), runs: z.int() });

async function erase(kind: 'partner' | 'user', id: number): Promise<z.output<typeof erased>> {
  const file = path.join(ROOT, 'infra/deploy/marketwright.ts');
  const args = ['--no-warnings', file, `erase-${kind}`, String(id), '--yes'];
  const { stdout } = await run(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...stack.environment },
  });
  return erased.parse(JSON.parse(stdout));
}

const topic = { settings: { topic: 'What only we know' } };
const publish = (partner: Partner) =>
  requestAsAdmin('POST /3pi-partners/{partner_id}/events', {
    params: { partner_id: partner.id },
    body: { type: EVENT, data: {} },
  });

/** Calls twice a second until the test stops it. */
function keepCalling(call: () => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController();
  const calling = (async () => {
    while (!stopping.signal.aborted) {
      await call();
      await pause(500, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  calling.catch(() => undefined);
  return () => {
    stopping.abort();
    return calling;
  };
}

/** A mail that the server does not take while it is away. */
async function queueMail(key: string): Promise<string> {
  const email = `asked-${crypto.randomUUID()}@example.com`;
  const reply = await request('POST /app/users', { key, body: { email, name: 'Grace', role: 'viewer' } });
  expect(reply.status).toBe(201);
  return email;
}

function follow(partner: Partner, id: number): Promise<FollowedEvents> {
  return followEvents(`/content-workflow/executions/${id}/events`, { key: partner.key.text }, 120_000);
}

/** Rows of the partner, by table, that an erasure deletes. */
async function rowsLeft(partnerId: number): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const table of TABLES) {
    if (table.data.kept || table.data.nobody !== undefined) continue;
    const direct = linksOf(table, 'partner').filter(({ to }) => to === 'partner');
    for (const { by } of direct) {
      const [row] = await database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table.name} WHERE ${by} = $1`,
        [partnerId],
      );
      if (row && row.n > 0) left[table.name] = row.n;
    }
  }
  return left;
}

async function accountOf(partnerId: number) {
  const [account] = await database.query<{ balance: number; held: number }>(
    'SELECT balance::int, held::int FROM credit_account WHERE partner_id = $1',
    [partnerId],
  );
  return account;
}

const runsOf = (partnerId: number, status = '') =>
  listRuns(temporal, `MwPartnerId = '${partnerId}'${status && ` AND ExecutionStatus = '${status}'`}`, 1_000);

test('a partner is erased while it orders, follows a stream, waits for a mail, and its triggers fire', async () => {
  const partner = await createPartner({ credits: 10_000 });
  const person = await createUser(partner.id);
  const { access_token: token } = await signInToConsole(person);
  await createTrigger(partner);
  await stack.pause('sandbox_mail');
  const email = await queueMail(token);
  const ids = await Promise.all(Array.from({ length: 6 }, () => execute(partner, 'blog_post', topic)));
  const stream = await follow(partner, ids[0] ?? 0);
  // Until the partner is refused: what administrators write later is theirs to stop.
  const statuses: number[] = [];
  const stop = keepCalling(async () => {
    if (statuses.some((status) => status !== 201)) return;
    const { status } = await partner.request('POST /content-workflow/capabilities/{slug}/execute', {
      params: { slug: 'blog_post' },
      body: topic,
    });
    statuses.push(status);
    if (status === 201) await publish(partner);
  });
  await waitUntil('runs of all kinds', async () => {
    const names = new Set((await runsOf(partner.id)).map(({ workflowType }) => workflowType));
    return ['execution', 'mailDelivery', 'triggerFiring'].every((name) => names.has(name));
  });
  expect((await runsOf(partner.id, 'Running')).length).toBeGreaterThan(1);

  const { rows, runs } = await erase('partner', partner.id);
  expect(rows).toMatchObject({ mail: expect.any(Number), workflow_trigger: 1 });
  expect(rows['execution']).toBeGreaterThanOrEqual(ids.length);
  expect(runs).toBeGreaterThanOrEqual(ids.length + 1);
  await stream.ended;
  await stop();
  expect([401, 403]).toContain(statuses.at(-1));
  const signedIn = await request('GET /app/me', { key: token });
  expect([401, 403]).toContain(signedIn.status);

  // The server is there again: the mail is not sent. One of another partner, later, is.
  await stack.start('sandbox_mail');
  const { access_token: others } = await signInToConsole(await createUser(other.id));
  await mailTo(await queueMail(others));
  const url = new URL(`/mails?to=${encodeURIComponent(email)}`, stack.credentials.mail_url);
  expect(await (await fetch(url)).json()).toEqual({ data: [] });

  await complete(other, 'blog_post', topic);
  expect(await rowsLeft(partner.id)).toEqual({});
  expect(await runsOf(partner.id)).toEqual([]);
  expect(await accountOf(partner.id)).toMatchObject({ held: 0 });
  expect(await brokenInvariants(database.query, { atRest: false })).toEqual([]);
});

test('a person is erased while a stream is open, a mail waits, and a trigger of the person fires', async () => {
  const partner = await createPartner({ credits: 10_000 });
  const person: Person = await createUser(partner.id, 'admin');
  const { access_token: token } = await signInToConsole(person);
  const asPerson: Partner = {
    ...partner,
    request: (name, options) => request(name, { key: token, ...options }),
  };
  const trigger = await createTrigger(asPerson);
  await stack.pause('sandbox_mail');
  // To the person itself, by another one.
  const { access_token: owner } = await signInToConsole(await createUser(partner.id));
  const reset = await request('POST /app/users/{id}/password-reset', { key: owner, params: { id: person.id } });
  expect(reset.status).toBeLessThan(300);
  const id = await execute(asPerson, 'blog_post', topic);
  const stream = await followEvents(`/content-workflow/executions/${id}/events`, { key: token }, 120_000);
  const board = await followEvents('/content-workflow/kanban/events', { key: token }, 120_000);
  await publish(partner);
  await waitUntil('the mail and the firing to run', async () => {
    const names = new Set((await runsOf(partner.id)).map(({ workflowType }) => workflowType));
    return names.has('mailDelivery') && names.has('triggerFiring');
  });

  const { rows } = await erase('user', person.id);
  expect(rows).toMatchObject({ mail: 1, workflow_trigger: 1 });
  await Promise.all([stream.ended, board.ended]);
  expect([401, 403]).toContain((await request('GET /app/me', { key: token })).status);
  await stack.start('sandbox_mail');
  await mailTo(await queueMail(owner));
  const url = new URL(`/mails?to=${encodeURIComponent(person.email)}`, stack.credentials.mail_url);
  expect(await (await fetch(url)).json()).toEqual({ data: [] });

  // What the person ordered is the partner's and goes on; the trigger has nobody's authority any more.
  expect((await ended(partner, id)).attributes.status).toBe('completed');
  await waitUntil(
    'the trigger to pause',
    async () => (await triggerOf(partner, trigger)).attributes,
    ({ active, pause_reason }) => !active && pause_reason === 'credential_ended',
  );
  const before = (await firingsOf(partner, trigger)).length;
  await publish(partner);
  expect(await firingsOf(partner, trigger)).toHaveLength(before);
  // The run of the mail finds no mail when its pause is over.
  const open = async () =>
    (await runsOf(partner.id, 'Running')).filter(({ workflowType }) => workflowType !== 'mailDelivery');
  await waitUntil('the end of all other runs', async () => (await open()).length === 0);
  expect(await brokenInvariants(database.query, { atRest: false })).toEqual([]);
});
