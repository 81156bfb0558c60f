import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PROGRAMS, ROOT } from '../../infra/deploy/programs.ts';
import { freshId, type GatewayEvent, genericEvent } from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { Api } from '../faults/api.ts';
import type { DrillEnvironment } from '../faults/environment.ts';
import { comeToRest } from '../faults/run-drill.ts';
import { openEndpoint } from '../faults/webhooks.ts';
import { executionsOf, orderAll, orderOne, untilAllEnded, untilStatus } from '../faults/work.ts';
import { prepareBackups } from './backup.ts';

/** Credits of a pack, which costs 2.00 US dollars. */
const CREDITS = 100;
/** The start of the drill's partner. */
const GRANTED = 1_000_000;
const MOMENT = 'drill';
/** Deliveries that are pending at the moment. */
const PENDING = 3;
const LIMIT_MS = 120_000;
/** Numbers that after-restore leaves out. */
const NUMBER_GAP = 100_000;

/** Takes PostgreSQL back behind Temporal, and compares what was with what is. `print` shows the progress. */
export async function restoreDrill(environment: DrillEnvironment, print: (line: string) => void): Promise<void> {
  const { stack, findings, ai, query } = environment;
  print('Archive of the log, and a base backup while work is done …');
  const backups = await prepareBackups(stack);
  await Promise.all(['api', 'worker'].map((name) => stack.ready(name)));
  await using endpoint = await openEndpoint(environment, 'content', ['content.generated', 'cosell.updated']);
  const kept = await Promise.all([orderAll(environment, 12), pay(environment, 6), backups.takeBase()]);
  await untilAllEnded(environment);
  await comeToRest(query);

  print('The moment: work is open, events of a gateway are stored and not applied …');
  await stack.pause('worker');
  const openThen = [await orderOne(environment), await orderOne(environment, 'campaign_launch')];
  const storedThen = await pay(environment, 3);
  await publish(environment, PENDING);
  await backups.markMoment(MOMENT);
  const then = await books(environment);
  const sentThen = endpoint.receiver.received.map(({ id }) => id);

  print('The lost time: all of that is done, and more …');
  await stack.start('worker');
  for (const id of openThen) await untilStatus(environment, id, ['completed'], LIMIT_MS);
  const [, lostPaid] = await Promise.all([orderAll(environment, 8), pay(environment, 4)]);
  await untilAllEnded(environment);
  await untilApplied(environment);
  await comeToRest(query);
  const lostNumber = Math.max(...(await executionsOf(environment)).map(({ id }) => id));
  await ai.set(0, [{ kind: 'hang' }]);
  const hanging = await orderOne(environment);
  await untilStatus(environment, hanging, ['planning'], LIMIT_MS);
  const refused = await afterRestore(environment, '--apply');
  findings.equal('Exit code of after-restore beside running processes', refused.code, 1);

  print('PostgreSQL is restored …');
  const began = performance.now();
  await stack.pause('api');
  await stack.pause('worker');
  await backups.restoreTo(MOMENT);
  findings.equal('The books after recovery', await books(environment), then);
  const dry = await afterRestore(environment);
  findings.equal('Exit code of the dry run', dry.code, 0);
  findings.expect(/[1-9]\d* runs are open/.test(dry.out), `The dry run finds no open run:\n${dry.out}`);
  findings.equal('The books after the dry run', await books(environment), then);
  await afterRestore(environment, '--apply', '3/');
  const applied = await afterRestore(environment, '--apply');
  print(applied.out);
  findings.equal('Exit code of after-restore', [applied.code, applied.err], [0, '']);
  await ai.set(0);
  await stack.start('worker');
  await stack.start('api');
  findings.seconds('until all served again', performance.now() - began);

  print('The gateway sends again what it has sent since, and the product goes on …');
  await waitUntil(
    'the gateway to be answered',
    async () => (await send(environment, [...kept[1], ...storedThen, ...lostPaid])).every((status) => status === 200),
    { limitMs: LIMIT_MS, retryErrors: true },
  );
  await untilApplied(environment);
  const seen = await untilAllEnded(environment);
  findings.equal(
    'Executions that were open then',
    seen.filter(({ id }) => openThen.includes(id)).map(({ status, credits_used }) => [status, credits_used]),
    openThen.map(() => ['failed', 0]),
  );
  const next = await orderAll(environment, 6);
  const ids = next.map(({ body }) => body.data?.id ?? 0);
  await untilAllEnded(environment);
  await comeToRest(query);
  findings.expect(Math.min(...ids) > NUMBER_GAP && Math.min(...ids) > lostNumber, `Numbers recur: ${ids.join(', ')}.`);
  findings.equal(
    'Executions that did not complete afterwards',
    (await executionsOf(environment)).filter(({ id, status }) => ids.includes(id) && status !== 'completed'),
    [],
  );

  await compareBooks(environment, then, kept[1].length + storedThen.length + lostPaid.length);
  const twice = repeated(endpoint.receiver.received.map(({ id }) => id));
  const early = new Set(sentThen);
  findings.equal(
    'Deliveries of before the moment that were sent twice',
    twice.filter((id) => early.has(id)),
    [],
  );
  findings.equal('Deliveries sent twice, which were pending', twice.length, PENDING);
  findings.note('deliveries sent twice, as documented', twice.length);
  findings.note('executions before, lost and after', `${kept[0].length}, 8, ${next.length}`);
}

/** Entries of the ledger, and documents, of all partners. */
interface Books {
  entries: string[];
  invoices: string[];
}

async function books({ query }: DrillEnvironment): Promise<Books> {
  const entries = await query<{ row: string }>(
    `SELECT concat_ws(' ', id, partner_id, kind, amount, reference) AS row FROM credit_entry ORDER BY id`,
  );
  const invoices = await query<{ row: string }>(
    `SELECT concat_ws(' ', id, number, partner_id, total_minor, status) AS row FROM invoice ORDER BY id`,
  );
  return { entries: entries.map(({ row }) => row), invoices: invoices.map(({ row }) => row) };
}

async function compareBooks(environment: DrillEnvironment, then: Books, purchases: number): Promise<void> {
  const { query, findings, partnerId } = environment;
  const now = await books(environment);
  findings.equal(
    'Entries and documents of before the moment that are gone',
    [
      ...then.entries.filter((row) => !now.entries.includes(row)),
      ...then.invoices.filter((row) => !now.invoices.includes(row)),
    ],
    [],
  );
  const [sums] = await query(
    `SELECT (SELECT count(*)::int FROM purchase WHERE partner_id = $1 AND order_id IS NOT NULL) AS purchases,
            (SELECT count(*)::int FROM invoice WHERE partner_id = $1 AND status = 'paid') AS paid,
            (SELECT coalesce(sum(amount), 0)::int FROM credit_entry WHERE partner_id = $1 AND kind = 'purchase') AS bought,
            (SELECT (balance + (SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE partner_id = $1 AND kind = 'capture'))::int
             FROM credit_account WHERE partner_id = $1) AS unspent,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partnerId],
  );
  findings.equal('What came of the purchases', sums, {
    purchases,
    paid: purchases,
    bought: purchases * CREDITS,
    unspent: GRANTED + purchases * CREDITS,
    held: 0,
  });
  const gaps = await query(
    `SELECT number FROM (
       SELECT number, split_part(number, '-', 3)::int - row_number() OVER (
         PARTITION BY split_part(number, '-', 2) ORDER BY number) AS gap
       FROM invoice WHERE number IS NOT NULL) numbered WHERE gap <> 0`,
  );
  findings.equal('Documents after a gap in the numbers, or with a number that was given twice', gaps, []);
  const { code, out, err } = await runToEnd(environment, 'reconcile');
  findings.equal('Comparison of the books', [code, code === 0 ? '' : out + err], [0, '']);
}

/** Buys packs; returns the events, which all have been taken. */
async function pay(environment: DrillEnvironment, count: number): Promise<GatewayEvent[]> {
  const { partnerId, findings } = environment;
  const events = Array.from({ length: count }, () => {
    const purchase = { partner_id: partnerId, reference: freshId('order'), amount: '2.00', currency: 'USD' };
    return genericEvent('payment.succeeded', { ...purchase, credits: CREDITS }, new Date());
  });
  findings.equal(
    'Answers to the gateway',
    await send(environment, events),
    events.map(() => 200),
  );
  return events;
}

async function send({ stack }: DrillEnvironment, events: readonly GatewayEvent[]): Promise<number[]> {
  const secrets = stack.credentials.gateway_secrets ?? {};
  const delivered = await deliver({ origin: stack.urls.apiOrigin, secrets }, 'generic', [...events]);
  return delivered.map(({ status }) => status);
}

/** Publishes events to the partner's webhooks. */
async function publish({ stack, partnerId, findings }: DrillEnvironment, count: number): Promise<void> {
  const admin = new Api(stack.urls.apiOrigin, stack.credentials.admin_key);
  for (let n = 0; n < count; n += 1) {
    const { status } = await admin.post(`/3pi-partners/${partnerId}/events`, {
      type: 'cosell.updated',
      data: { opportunity: n },
    });
    findings.equal('Status of an event', status, 202);
  }
}

function untilApplied({ query }: DrillEnvironment): Promise<unknown> {
  return waitUntil(
    'all events to be applied',
    async () => {
      const [row] = await query<{ n: number }>(
        `SELECT count(*)::int AS n FROM payment_event WHERE status <> 'applied'`,
      );
      return row?.n === 0;
    },
    { limitMs: LIMIT_MS, retryErrors: true },
  );
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** Runs after-restore; with `killAt`, kills it when it prints that. */
function afterRestore(environment: DrillEnvironment, option?: string, killAt?: string) {
  return runToEnd(environment, 'after-restore', option === undefined ? [] : [option], killAt);
}

async function runToEnd(
  { stack }: DrillEnvironment,
  program: 'after-restore' | 'reconcile',
  args: readonly string[] = [],
  killAt?: string,
): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAMS[program].file, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...stack.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (killAt !== undefined) {
    child.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes(killAt)) child.kill('SIGKILL');
    });
  }
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}
