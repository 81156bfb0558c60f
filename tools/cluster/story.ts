import { createTemporalClient } from '../../infra/temporal/connection.ts';
import { createDeployments } from '../../infra/temporal/deployments.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../../test/environment/create-partner.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { openDatabase } from '../../test/invariants/database.ts';
import { DRY_RUN_SESSION } from '../../workflows/dry-run-session/contract.ts';
import { EXECUTION } from '../../workflows/execution/contract.ts';
import { MAIN_QUEUE } from '../../workflows/queues.ts';
import { WEBHOOK_ENDPOINT } from '../../workflows/webhook-endpoint/contract.ts';
import { Api } from '../faults/api.ts';
import type { DrillEnvironment } from '../faults/environment.ts';
import type { Findings } from '../faults/findings.ts';
import { Sandbox } from '../faults/sandbox.ts';
import { type Endpoint, openEndpoint } from '../faults/webhooks.ts';
import { checkPromised } from './check.ts';
import { payThrough } from './payments.ts';
import type { Released } from './released.ts';
import { runsSeen, untilOpen } from './runs.ts';
import { trySecured } from './secured.ts';
import type { Build } from './services.ts';
import type { Stage } from './stage.ts';
import { ROLES } from './temporal/settings.ts';
import { EVENT, startTraffic, type Traffic } from './traffic.ts';

const NAMESPACE = 'default';
/** Unless a setting names another. */
const DEPLOYMENT = 'marketwright';
const CREDITS = 1_000_000;
const SESSIONS = 2;
/** Of an answer of the AI, milliseconds; long where runs are to be open. */
const LATENCY = { short: 200, long: 4_000 };
/** Executions that complete before the next thing is broken. */
const A_WHILE = 4;
const WHILE_LIMIT_MS = 240_000;
const RAMP = ['--steps', '10,50', '--pause', '10'];
const DRAIN_SECONDS = '420';

/** Runs the story, step by step. Throws where a step can't be done. */
export async function runStory(stage: Stage): Promise<void> {
  const { services, step, released, here, stack } = stage;
  const b1: Build = { id: 'b1', root: here };
  const b2: Build = { id: 'b2', root: here };
  const first: Build = 'root' in released ? { id: 'b0', root: released.root } : b1;
  const database = openDatabase(stack.urls.databaseUrl ?? '');
  let stop = async () => database.close();
  try {
    let scene: Scene | undefined;
    await step(`two API processes and two workers of ${nameOf(first, released)}, made current`, async (findings) => {
      scene = await begin(stage, first, database.query, findings);
      const begun = scene;
      stop = async () => {
        await begun.leave();
        await database.close();
      };
    });
    if (!scene) return;
    if (first !== b1) await replaceReleased(stage, scene, { first, b1 });
    await restartRoles(stage, scene);
    await rollOutNext(stage, scene, { b1, b2 });
    await step('nothing lost, nothing doubled, the books exact', async (findings) => {
      if (!scene) return;
      const promised = await scene.traffic.stop();
      await checkPromised({ ...scene.environment, findings }, promised, scene.endpoints);
      const [last = ''] = (await services.run(b2, 'reconcile')).trim().split('\n').slice(-1);
      findings.note('reconcile:', last);
    });
    await trySecured(stage, b2, scene.keys.partner);
  } finally {
    await stop();
  }
}

/** What the first step leaves for the others. */
interface Scene {
  traffic: Traffic;
  environment: DrillEnvironment;
  endpoints: { steady: Endpoint; flaky: Endpoint };
  keys: { admin: string; partner: string };
  leave(): Promise<void>;
}

function nameOf({ id }: Build, released: Released): string {
  return 'root' in released
    ? `${id} (${released.version}, revision ${released.revision})`
    : `${id} (no earlier version: ${released.why})`;
}

async function begin(
  { stack, cluster, services, balancer }: Stage,
  build: Build,
  query: DrillEnvironment['query'],
  findings: Findings,
): Promise<Scene> {
  await services.run(build, 'setup');
  const admin = (JSON.parse(await services.run(build, 'admin-key', ['--name', 'cluster'])) as { key: string }).key;
  const origin = await services.addApi(build, `${build.id}-api1`);
  await services.addApi(build, `${build.id}-api2`);
  for (const name of ['worker1', 'worker2']) await services.addWorker(build, `${build.id}-${name}`);
  const temporal = createTemporalClient({
    address: cluster.address,
    namespace: NAMESPACE,
    tls: false,
    apiKey: undefined,
  });
  await makeCurrent(temporal, build.id);

  const ai = new Sandbox(stack.urls.sandboxAiUrl ?? '');
  await ai.set(LATENCY.short);
  const asAdmin = new Api(origin, admin);
  const post: PostAsAdmin = async (path, id, body) => (await asAdmin.post(pathOfPartner(path, id), body)).body;
  const { id: partnerId, key } = await createPartnerThrough(post, { name: 'Cluster', credits: CREDITS });
  const api = new Api(origin, key.text);
  const environment = { stack, api, apiKey: key.text, partnerId, query, ai, temporal, findings };
  const steady = await openEndpoint(environment, 'steady', [EVENT]);
  const flaky = await openEndpoint(environment, 'flaky', [EVENT]);
  flaky.receiver.respond = (_request, nth) => ({ status: nth === 1 ? 500 : 200 });
  const traffic = await startTraffic({
    balancer,
    apiKey: key.text,
    adminKey: admin,
    partnerId,
    sessions: SESSIONS,
  });
  await aWhile(environment);
  return {
    traffic,
    environment,
    endpoints: { steady, flaky },
    keys: { admin, partner: key.text },
    async leave() {
      await traffic.stop().catch(() => undefined);
      await temporal.connection.close();
      for (const { receiver } of [steady, flaky]) await receiver[Symbol.asyncDispose]();
    },
  };
}

/** Makes the first version current. An earlier one does not serve all queues of this code, for which its rollout would wait. */
async function makeCurrent(temporal: ReturnType<typeof createTemporalClient>, buildId: string): Promise<void> {
  const deployments = createDeployments(temporal, NAMESPACE, DEPLOYMENT);
  await waitUntil(
    `workers of ${buildId}`,
    async () => (await deployments.queuesOf(buildId)).has(MAIN_QUEUE),
    (isServed) => isServed,
    { limitMs: WHILE_LIMIT_MS, retryErrors: true },
  );
  await deployments.makeCurrent(buildId);
}

/** Waits until the partner's work has gone on: so many executions complete that were not complete before. */
async function aWhile({ query, partnerId }: DrillEnvironment): Promise<void> {
  const count = async () => {
    const [row] = await query<{ n: number }>(
      `SELECT count(*)::int AS n FROM execution WHERE partner_id = $1 AND status = 'completed'`,
      [partnerId],
    );
    return row?.n ?? 0;
  };
  const before = await count();
  await waitUntil('work to go on', count, (now) => now >= before + A_WHILE, { limitMs: WHILE_LIMIT_MS });
}

/** The schema goes ahead of the released version, whose processes serve on; then this code replaces them. */
async function replaceReleased(
  { services, step, stack }: Stage,
  { environment }: Scene,
  { first, b1 }: { first: Build; b1: Build },
): Promise<void> {
  const { query } = environment;
  await step('the schema of this code, with the released processes beside it', async (findings) => {
    const migrations = async () =>
      (await query<{ n: number }>('SELECT count(*)::int AS n FROM schema_migration'))[0]?.n ?? 0;
    const before = await migrations();
    await services.run(b1, 'setup');
    const after = await migrations();
    findings.note('migrations', `${before}, then ${after}`);
    findings.expect(after > before, 'The schema is not ahead of the released version.');
    await aWhile(environment);
    findings.note('payments applied by the released worker', await payThrough(stack, environment));
    findings.equal('/readyz of the released API', await services.readyz(`${first.id}-api1`), 200);
  });
  await step(`${first.id} replaced by b1: workers in steps, then the API processes in turn`, async (findings) => {
    for (const name of ['worker1', 'worker2']) await services.addWorker(b1, `b1-${name}`);
    const drained = services.run(b1, 'rollout', ['b1', ...RAMP, '--drain', DRAIN_SECONDS]);
    for (const name of ['api1', 'api2']) {
      await services.addApi(b1, `b1-${name}`);
      await services.stop(`${first.id}-${name}`);
    }
    noteLines(findings, await drained);
    for (const name of ['worker1', 'worker2']) await services.stop(`${first.id}-${name}`);
    noteLines(findings, await services.run(b1, 'join-purchases', ['--repair']));
    await aWhile(environment);
  });
}

/** Each role is killed, and asked to stop, while work goes on. */
async function restartRoles({ cluster, step }: Stage, { environment }: Scene): Promise<void> {
  for (const role of ROLES) {
    await step(`${role} restarted: kill -9, then SIGTERM`, async (findings) => {
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        const started = performance.now();
        await cluster.restart(role, signal);
        await aWhile(environment);
        findings.seconds(`work went on after ${signal} within`, performance.now() - started);
      }
    });
  }
}

/** A new version of the workers is rolled out in steps while runs of the one before are open. */
async function rollOutNext(
  { services, step }: Stage,
  { environment }: Scene,
  { b1, b2 }: { b1: Build; b2: Build },
): Promise<void> {
  const { temporal, ai } = environment;
  await step('b1 to b2: 10 %, 50 %, all; b1 drained', async (findings) => {
    for (const name of ['worker1', 'worker2']) await services.addWorker(b2, `b2-${name}`);
    await ai.set(LATENCY.long);
    const begun = await untilOpen(temporal, EXECUTION.workflow, 'b1');
    const since = new Date().toISOString();
    const drained = services.run(b2, 'rollout', ['b2', ...RAMP, '--drain', DRAIN_SECONDS]);
    const isCurrent = async () => (await runsSeen(temporal, startedSince(EXECUTION.workflow, since), 20)).length > 10;
    await waitUntil('new executions', isCurrent, { limitMs: WHILE_LIMIT_MS, retryErrors: true });
    await ai.set(LATENCY.short);
    noteLines(findings, await drained);

    const moved = await waitUntil(
      'the runs that began on b1 to close',
      async () => {
        const all = await Promise.all(
          begun.map(({ workflowId, runId }) => temporal.workflow.getHandle(workflowId, runId).describe()),
        );
        return all.every(({ status }) => status.name !== 'RUNNING');
      },
      { limitMs: WHILE_LIMIT_MS, retryErrors: true },
    ).then(() => runsSeen(temporal, begun.map(({ workflowId }) => `WorkflowId = '${workflowId}'`).join(' OR ')));
    findings.note('executions open on b1', begun.length);
    const strays = moved.filter(({ builds }) => builds.join() !== 'b1');
    findings.equal('Executions that began on b1 and were worked on elsewhere', strays, []);

    const later = await runsSeen(temporal, startedSince(EXECUTION.workflow, since));
    const mixed = later.filter(({ builds }) => builds.length > 1);
    findings.equal('Executions that changed their version', mixed, []);
    const onNew = later.filter(({ builds }) => builds.includes('b2')).length;
    findings.note('executions since', `${later.length}, ${onNew} of them on b2`);
    for (const { workflow } of [DRY_RUN_SESSION, WEBHOOK_ENDPOINT]) {
      const runs = await waitUntil(
        `each open ${workflow} on b2`,
        () => runsSeen(temporal, `WorkflowType = '${workflow}' AND ExecutionStatus = 'Running'`),
        (seen) => seen.length > 0 && seen.every(({ builds }) => builds.at(-1) === 'b2'),
        { limitMs: WHILE_LIMIT_MS, retryErrors: true },
      );
      findings.note(`${workflow} on b2`, `${runs.length} (${runs.map(({ builds }) => builds.join(' > ')).join('; ')})`);
    }
  });
  await step('b1 removed', async () => {
    for (const name of ['worker1', 'worker2']) await services.stop(`${b1.id}-${name}`);
    await aWhile(environment);
  });
}

function startedSince(type: string, since: string): string {
  return `WorkflowType = '${type}' AND StartTime > '${since}'`;
}

function noteLines(findings: Findings, printed: string): void {
  for (const line of printed.trim().split('\n')) findings.facts.push(line);
}
