import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@temporalio/client';
import { execa } from 'execa';
import type { z } from 'zod';
import { PROGRAMS } from '../../infra/deploy/programs.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import type { GatewayEvent } from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import type { SandboxGateway } from '../../sandbox/gateway/stories.ts';
import { MONTHLY_INVOICES } from '../../workflows/monthly-invoices/contract.ts';
import { type HttpReply, type HttpRequest, send } from '../environment/client.ts';
import { type Receiver, startReceiver } from '../environment/receiver.ts';
import { type ShiftedClock, startShiftedClock } from '../environment/shifted-clock.ts';
import { temporalClientOf } from '../environment/temporal-client.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { openDatabase, type Query } from '../invariants/database.ts';

/** Long enough for a process that is killed meanwhile. */
export const LIMIT_MS = 120_000;

/** What the installation's file of tax rules says; its seller is in Germany. */
const TAX_RULES = {
  rounding: 'line',
  reverse_charge: 'Reverse charge: the recipient owes the tax.',
  rules: [
    { countries: ['DE'], kinds: ['marketplace_usage'], dimensions: ['books'], rate: '0.07', category: 'S' },
    { countries: ['DE'], rate: '0.19', category: 'S' },
    { countries: ['US'], rate: '0', category: 'G', reason: 'Outside the European Union.' },
  ],
  otherwise: { rate: '0.19', category: 'S' },
};

/** The operator's chart of accounts. */
const ACCOUNTS = {
  receivables: '1400',
  revenue: { otherwise: '4400', token_pack: '3250' },
  refunds: '4700',
  tax: { otherwise: '3800', rates: [{ rate: '0.07', category: 'S', account: '3801' }] },
  clearing: { otherwise: '1369', stripe: '1360', generic: '1361' },
  overpayments: '1710',
  write_offs: '6930',
};

/** When the story begins. */
export const FIRST_DAY = new Date('2023-12-01T00:00:00Z');

/** A whole product on a clock of its own, with real processes, and what stands around it. */
export interface World extends AsyncDisposable {
  clock: ShiftedClock;
  stack: Stack;
  query: Query;
  temporal: Client;
  /** A partner's server that takes webhooks. */
  receiver: Receiver;
}

/** Starts the product at a moment. */
export async function startWorld(moment: Date): Promise<World> {
  const clock = await startShiftedClock(moment);
  const rules = path.join(clock.folder, 'tax-rules.json');
  const accounts = path.join(clock.folder, 'accounts.json');
  await writeFile(rules, JSON.stringify(TAX_RULES));
  await writeFile(accounts, JSON.stringify(ACCOUNTS));
  const own = { BILLING_TAX_RULES: rules, BILLING_ACCOUNTS: accounts, RECONCILE_INTERVAL_SECONDS: '1' };
  const stack = await startStack({ serviceEnvironment: { ...clock.environment, ...own } });
  const database = openDatabase(stack.urls.databaseUrl ?? '');
  const temporal = temporalClientOf(stack, stack.credentials.temporal_namespace);
  const receiver = await startReceiver();
  // Temporal has a clock of its own; `billMonth` starts the runs of the Schedule.
  await temporal.schedule.getHandle(MONTHLY_INVOICES.schedule.id).pause('The test starts its runs.');
  return {
    clock,
    stack,
    query: database.query,
    temporal,
    receiver,
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await temporal.connection.close();
      await database.close();
      await stack.stop();
      await clock[Symbol.asyncDispose]();
    },
  };
}

/** A request below /api/v1 with the key of a caller; null: the administrator's. Repeated until its answer is final. */
export async function ask(
  { stack }: World,
  key: string | null,
  route: `${'GET' | 'POST' | 'PATCH'} /${string}`,
  request: Pick<HttpRequest, 'body' | 'query'> = {},
): Promise<HttpReply> {
  const [method = '', place = ''] = route.split(' ');
  const headers: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': crypto.randomUUID() } : {};
  return waitUntil(
    `an answer to ${route}`,
    () =>
      send(`${stack.urls.baseUrl}${place}`, {
        ...request,
        method,
        headers,
        key: key ?? stack.credentials.admin_key,
        signal: AbortSignal.timeout(30_000),
      }),
    ({ status, text }) => status < 500 && status !== 429 && !text.includes('"IDEMPOTENCY_IN_PROGRESS"'),
    { limitMs: LIMIT_MS, retryErrors: true },
  );
}

/** As `ask`, for requests that must succeed; returns the parsed body. */
export async function askOk<Schema extends z.ZodType>(
  world: World,
  key: string | null,
  route: Parameters<typeof ask>[2],
  schema: Schema,
  request: Parameters<typeof ask>[3] = {},
): Promise<z.output<Schema>> {
  const { status, text, body } = await ask(world, key, route, request);
  if (status >= 200 && status < 300) return schema.parse(body);
  throw new Error(`${route} was answered with ${status}: ${text}`);
}

/** Sends events at once, each until it is taken, as gateways do. */
export async function sendEvents(
  world: World,
  gateway: SandboxGateway,
  events: readonly GatewayEvent[],
): Promise<void> {
  const { stack, clock } = world;
  const target = { origin: stack.urls.apiOrigin, secrets: stack.credentials.gateway_secrets ?? {}, now: clock.now };
  await Promise.all(
    events.map((event) =>
      waitUntil(`${event.type} to be taken`, async () => (await deliver(target, gateway, [event]))[0]?.status === 200, {
        limitMs: LIMIT_MS,
        retryErrors: true,
      }),
    ),
  );
}

/** Starts the run of the monthly Schedule that is due at a moment, and waits for its end. */
export async function billMonth({ temporal }: World, at: Date): Promise<void> {
  const schedule = temporal.schedule.getHandle(MONTHLY_INVOICES.schedule.id);
  await schedule.backfill({ start: new Date(at.getTime() - 1_000), end: at });
  const run = await waitUntil(
    'the run of the Schedule',
    async () => {
      const { info } = await schedule.describe();
      const started = info.recentActions.find(({ scheduledAt }) => scheduledAt.getTime() === at.getTime());
      return started?.action.type === 'startWorkflow' ? started.action.workflow : undefined;
    },
    { limitMs: LIMIT_MS },
  );
  await temporal.workflow.getHandle(run.workflowId, run.firstExecutionRunId).result();
}

/** Waits until nothing is under way. */
export async function settle({ query }: World): Promise<void> {
  await waitUntil(
    'the product to come to rest',
    async () => {
      const [row] = await query<{ busy: string[] }>(
        `SELECT array_remove(ARRAY[
           CASE WHEN EXISTS (SELECT FROM outbox WHERE parked_at IS NULL) THEN 'commands' END,
           CASE WHEN EXISTS (SELECT FROM execution WHERE status IN ('pending', 'planning', 'executing')) THEN 'executions' END,
           CASE WHEN EXISTS (SELECT FROM payment_event WHERE status = 'stored' AND reason IS NULL) THEN 'events of gateways' END,
           CASE WHEN EXISTS (SELECT FROM invoice_job WHERE status = 'running') THEN 'invoices' END,
           CASE WHEN EXISTS (SELECT FROM webhook_delivery WHERE status = 'pending') THEN 'webhooks' END,
           CASE WHEN EXISTS (SELECT FROM webhook_endpoint WHERE drain_token IS NOT NULL OR woken_at IS NOT NULL)
                THEN 'drains' END], NULL) AS busy`,
      );
      return row?.busy;
    },
    (busy) => busy?.length === 0,
    { limitMs: LIMIT_MS },
  );
}

/** What `npm run reconcile` prints, and how it ends. */
export async function reconcile({ stack }: World): Promise<{ code: number | undefined; lines: string[] }> {
  const { exitCode, stdout } = await execa(process.execPath, [PROGRAMS.reconcile.file], {
    env: stack.environment,
    reject: false,
  });
  return { code: exitCode, lines: stdout.split('\n') };
}
