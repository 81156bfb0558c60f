import { GracefulShutdownPeriodExpiredError, Runtime, type Worker } from '@temporalio/worker';
import { recordAiCall } from '../domain/ai-calls/steps/record-call.ts';
import { commitStatement } from '../domain/commit-statement.ts';
import { capabilities } from '../domain/features.ts';
import type { Command } from '../domain/kernel/command.ts';
import { limitsOf } from '../domain/kernel/limits.ts';
import { perform } from '../domain/kernel/step.ts';
import { fanOut } from '../domain/subscribers.ts';
import * as tables from '../domain/tables.ts';
import { describeProvider } from '../infra/ai/provider.ts';
import { ClocksDiffer } from '../infra/clock/comparison.ts';
import { settingsOrExit } from '../infra/config/environment.ts';
import { DEFAULT_METRICS_PORT, loadServiceConfig } from '../infra/config/service.ts';
import { schemaIsCurrent } from '../infra/database/data-source.ts';
import { poolOf } from '../infra/database/pool-reader.ts';
import { tablesOf } from '../infra/database/table.ts';
import { createPlatform } from '../infra/platform.ts';
import { createRounds } from '../infra/rounds.ts';
import { observeCertificates } from '../infra/telemetry/certificate-metrics.ts';
import { observeClock } from '../infra/telemetry/clock-metrics.ts';
import { createLogger, logCrashes } from '../infra/telemetry/log.ts';
import { createRegistry, startMetricsServer } from '../infra/telemetry/metrics.ts';
import { observePool } from '../infra/telemetry/pool-metrics.ts';
import { createSeoMetrics } from '../infra/telemetry/seo-metrics.ts';
import { startTracing } from '../infra/telemetry/start-tracing.ts';
import { createBlockedCounter, createWebhookMetrics } from '../infra/telemetry/webhook-metrics.ts';
import {
  createActivityMetrics,
  createAiMetrics,
  createLostRuns,
  createPaymentMetrics,
  createQueryMetrics,
  createRefusedCommands,
  observeOutbox,
  observeQueues,
} from '../infra/telemetry/work-metrics.ts';
import { createRelay } from '../infra/temporal/relay.ts';
import { missingSearchAttributes } from '../infra/temporal/search-attributes.ts';
import { untilThere } from '../infra/until-there.ts';
import { engineCommand } from '../workflows/contracts.ts';
import { MAIN_QUEUE, QUEUES } from '../workflows/queues.ts';
import type { WorkerArea, WorkerContext } from './area.ts';
import { AREAS, FLOWS } from './areas.ts';
import { billingOrExit } from './billing.ts';
import { createCoreMetrics } from './core-metrics.ts';
import { startHealthServer } from './health.ts';
import { createHousekeeping, tasksOf } from './housekeeping.ts';
import { createActivityInterceptors } from './interceptors.ts';
import { prepareBundle } from './prepare-bundle.ts';
import { queueServices, servedQueues } from './queues.ts';
import { createReconciler } from './reconciler.ts';
import { createRefusals } from './refusals.ts';
import { alignAtStart } from './schedules.ts';
import { temporalLogger } from './temporal-log.ts';
import { connect, createWorkers } from './workers.ts';

/** How often the clocks are compared beside the work, milliseconds; most times it takes no statement. Until then what has begun goes on. */
const CLOCK_WATCH_MS = 1_000;

/**
 * The worker process: serves its queues. With `mw-main` it also relays the outbox and runs housekeeping. With `--check` it only loads, reports
 * problems with its settings, and exits.
 */
const config = settingsOrExit(loadServiceConfig);
const queues = settingsOrExit(() => servedQueues(config.worker.queues));
/** Of several kinds of worker, those with the workflows do what is done beside the queues. */
const isMain = queues.includes(MAIN_QUEUE);
const { billing, invoicing } = billingOrExit(config);
if (process.argv.includes('--check')) process.exit();
const registry = createRegistry();
observeCertificates(registry, config.temporal);
const tracing = await startTracing({
  config: config.tracing,
  name: 'worker',
  tables: tablesOf(tables),
  registry,
  onProblem: (reason) => log.warn({ reason }, 'spans could not be exported'),
});
const log = createLogger({ name: 'worker', level: config.logLevel, fields: tracing?.logFields });
logCrashes(log);
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

const toEngine = (command: Command) => engineCommand(command, config.http.publicUrl);
const blocked = createBlockedCounter(registry);
const platform = await createPlatform<Command>({
  config,
  tables: tablesOf(tables),
  name: 'worker',
  log,
  toEngine,
  observeAi: createAiMetrics(registry),
  recordAi: (deps, observation) => perform(deps, recordAiCall, observation),
  fanOut,
  commitStatement,
  billing,
  paymentEvent: createPaymentMetrics(registry),
  onBlocked: () => blocked.inc(),
  seoMetrics: createSeoMetrics(registry, log),
  queryEmbedded: createQueryMetrics(registry),
  webhookMetrics: createWebhookMetrics(registry),
  tracing,
  stopping: stopping.signal,
});
const { temporal, outbox, hub, clocks } = platform;
const deps = { ...platform.deps, capabilities, limits: limitsOf(config.limits), invoicing };
const writer = describeProvider(config.ai.provider);
if (isMain) observeOutbox(registry, outbox.count);
if (!config.marketplaceUrl) log.warn('no marketplace is configured (MARKETPLACE_BASE_URL); listings cannot be read');
try {
  await platform.start();
} catch (error) {
  if (error !== stopping.signal.reason) throw error;
  // Nothing was under way yet.
  process.exit();
}
observePool(registry, poolOf(platform.dataSource));
observeClock(registry, clocks.differenceMs);

const relay = createRelay<Command>({
  client: temporal,
  outbox,
  toEngine,
  refused: createRefusals({ deps, log }, outbox, createRefusedCommands(registry)),
  tracing,
  log,
});
const context: WorkerContext = { deps, clocks, exclusively: hub.exclusively, log, registry };
const areas: readonly WorkerArea[] = AREAS;
const areasHere = areas.filter(({ beside = MAIN_QUEUE }) => queues.includes(beside));
const lostRuns = createLostRuns(registry);
const reconcile = createReconciler({
  deps,
  temporal,
  staleAfterMs: config.reconcile.staleAfterMs,
  onLost: (kind) => lostRuns.inc({ kind }),
  log,
});
const housekeeping = createHousekeeping({
  deps,
  clocks,
  exclusively: hub.exclusively,
  intervalMs: config.reconcile.intervalMs,
  tracing,
  log,
  tasks: [{ name: 'reconcile', run: reconcile }, ...areas.flatMap(tasksOf)],
});

/** A worker whose clock is set ends; the one that is started in its place waits until its clock is right. */
const clockWatch = createRounds({
  pauseMs: CLOCK_WATCH_MS,
  round: clocks.requireAgreement,
  onError: (error) => {
    if (!(error instanceof ClocksDiffer)) return;
    log.error({ err: error }, 'the worker ends, since its clock or that of PostgreSQL is wrong');
    process.exitCode = 1;
    stopping.abort();
  },
});

let running: { stop(): Promise<void> }[] = [];
let workers: Worker[] = [];
const isServing = () => workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING');
observeQueues(registry, () =>
  Object.fromEntries(QUEUES.map((queue) => [queue, queues.includes(queue) && isServing()])),
);
const core = await createCoreMetrics();
const metrics = await startMetricsServer(registry, {
  host: config.metrics.host,
  port: config.metrics.port ?? DEFAULT_METRICS_PORT.worker,
  readOthers: core.read,
});
const health = await startHealthServer({
  host: config.http.host,
  port: config.worker.healthPort,
  ai: writer,
  registry,
  parts: {
    workers: isServing,
    clock: () => clocks.requireAgreement().then(() => true),
    schema: () => schemaIsCurrent(platform.dataSource),
    temporal: async () => (await missingSearchAttributes(temporal, config.temporal.namespace)).length === 0,
  },
});

Runtime.install({
  logger: temporalLogger(log),
  shutdownSignals: [],
  telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} }, metrics: core.options },
});
try {
  await untilThere(clocks.requireAgreement, {
    signal: stopping.signal,
    onAway: (error) => log.warn({ err: error }, 'the worker waits until its clock and that of PostgreSQL agree'),
  });
  const bundle = isMain ? await prepareBundle() : undefined;
  const connection = await connect(config, stopping.signal, (error) =>
    log.warn({ err: error }, 'Temporal is not there yet'),
  );
  const aligned = isMain ? await alignAtStart(temporal, config) : [];
  if (aligned.length > 0) log.info({ schedules: aligned }, 'schedules were brought in line');
  workers = await createWorkers({
    connection,
    config,
    bundle,
    services: queueServices(FLOWS, deps, config.worker, queues),
    interceptors: createActivityInterceptors({ log, metrics: createActivityMetrics(registry), clocks }),
    tracing,
  });
  // The signal may have fired while the workers were created, before anything listened for it.
  stopping.signal.throwIfAborted();
  stopping.signal.addEventListener('abort', () => {
    for (const worker of workers) worker.shutdown();
    // Their rounds end beside the activities, not after them: there is one time limit for all.
    for (const part of [relay, housekeeping, clockWatch]) void part.stop();
  });
  clockWatch.start();
  if (isMain) {
    relay.start();
    housekeeping.start();
  }
  running = areasHere.flatMap(({ start }) => start?.(context) ?? []);
  log.info(
    {
      queues,
      health_port: config.worker.healthPort,
      metrics_port: metrics.port,
      ai: writer,
      build_id: config.worker.version?.buildId,
    },
    'the worker serves its queues',
  );
  await Promise.all(workers.map((worker) => worker.run().catch(reportForcedStop)));
  await connection.close();
} catch (error) {
  if (error !== stopping.signal.reason) throw error;
} finally {
  await Promise.all([relay, housekeeping, clockWatch, ...running].map((part) => part.stop()));
  health.close();
  metrics.close();
  await platform.stop();
  await tracing?.stop();
}
log.info('the worker has stopped');
// Connections that a silent database has not closed would keep it.
process.exit();

/** Work in progress runs again elsewhere. A transition that waits for the database may miss the deadline. */
function reportForcedStop(error: unknown): void {
  if (!(error instanceof GracefulShutdownPeriodExpiredError)) throw error;
  log.warn('work that was under way did not end in time; another worker takes it over');
}
