import { pino } from 'pino';
import type { WebhookEndpointSteps } from '../../activities/webhooks.ts';
import { addDefaultAgents } from '../../domain/agents/default-agents.ts';
import { commitStatement } from '../../domain/commit-statement.ts';
import { capabilities } from '../../domain/features.ts';
import type { Command } from '../../domain/kernel/command.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { limitsOf } from '../../domain/kernel/limits.ts';
import { notifyInviter } from '../../domain/notifications/notify-inviter.ts';
import { notifyOfSecurityChange } from '../../domain/notifications/notify-of-security-change.ts';
import { fanOut } from '../../domain/subscribers.ts';
import * as tables from '../../domain/tables.ts';
import { loadServiceConfig } from '../../infra/config/service.ts';
import { tablesOf } from '../../infra/database/table.ts';
import { startStack } from '../../infra/local/stack.ts';
import { createPlatform } from '../../infra/platform.ts';
import { createRegistry } from '../../infra/telemetry/metrics.ts';
import { createActivityMetrics } from '../../infra/telemetry/work-metrics.ts';
import { createRelay } from '../../infra/temporal/relay.ts';
import { FLOWS } from '../../worker/areas.ts';
import { createActivityInterceptors } from '../../worker/interceptors.ts';
import { prepareBundle } from '../../worker/prepare-bundle.ts';
import { type QueueService, queueServices } from '../../worker/queues.ts';
import { startWebhookDrains } from '../../worker/webhook-drains.ts';
import { connect, createWorkers } from '../../worker/workers.ts';
import { engineCommand } from '../../workflows/contracts.ts';
import { WEBHOOKS_QUEUE } from '../../workflows/queues.ts';
import type { AcceleratedClock } from './accelerated-clock.ts';
import { AGREEING_CLOCKS } from './agreeing-clocks.ts';
import { installQuietRuntime } from './quiet-runtime.ts';
import { type TestOperations, testOperations } from './service.ts';

/** Real time that an endpoint's drain waits for more, milliseconds: there are dozens, and nothing comes meanwhile. */
const LINGER_MS = 20;

/** The service on an accelerated clock. */
export interface AcceleratedWorker extends TestOperations, AsyncDisposable {}

/**
 * Starts PostgreSQL, Temporal and, in this process, what a worker process is made of, all by the given clock. Only one
 * endpoint may have work: the clock is accelerated as soon as its drain says how long there is nothing to do, and the workflow
 * sleeps for the time that this takes.
 */
export async function startAcceleratedWorker(clock: AcceleratedClock): Promise<AcceleratedWorker> {
  const stack = await startStack({ parts: ['postgres', 'temporal', 'sandboxAi'], setup: true });
  const config = loadServiceConfig(stack.environment);
  const log = pino({ level: 'silent' });
  const toEngine = (command: Command) => engineCommand(command, config.http.publicUrl);
  const stopping = new AbortController();
  const platform = await createPlatform<Command>({
    config,
    tables: tablesOf(tables),
    name: 'worker',
    log,
    toEngine,
    fanOut,
    commitStatement,
    onPartnerCreated: [addDefaultAgents],
    onInvitationAccepted: [notifyInviter],
    onSecurityChange: [notifyOfSecurityChange],
    stopping: stopping.signal,
    clock,
  });
  await platform.start();
  const { temporal, outbox } = platform;
  // While a drain waits for more the clock runs normally.
  const deps = {
    ...platform.deps,
    capabilities,
    limits: limitsOf({}),
    invoicing: NO_INVOICING,
    drainLingerMs: LINGER_MS,
  };
  const refused = () => Promise.reject(new Error('Temporal refuses a command.'));
  const relay = createRelay<Command>({ client: temporal, outbox, toEngine, refused, log });

  installQuietRuntime();
  const connection = await connect(config, stopping.signal, () => undefined);
  const services = queueServices(FLOWS, deps, config.worker);
  const workers = await createWorkers({
    connection,
    config,
    bundle: await prepareBundle(),
    services: services.map((service) => accelerated(service, clock)),
    interceptors: createActivityInterceptors({
      log,
      metrics: createActivityMetrics(createRegistry()),
      clocks: AGREEING_CLOCKS,
    }),
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  relay.start();
  const drains = startWebhookDrains({ deps, clocks: AGREEING_CLOCKS, log });
  return {
    ...testOperations(deps),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const worker of workers) worker.shutdown();
      await running;
      await drains.stop();
      await relay.stop();
      await connection.close();
      await platform.stop();
      await stack.stop();
    },
  };
}

/** Accelerates the clock between drains. */
function accelerated(service: QueueService, clock: AcceleratedClock): QueueService {
  if (service.taskQueue !== WEBHOOKS_QUEUE) return service;
  const { drainWebhookEndpoint } = service.activities as WebhookEndpointSteps['webhooks'];
  const activities: WebhookEndpointSteps['webhooks'] = {
    async drainWebhookEndpoint(input) {
      clock.runNormally();
      const end = await drainWebhookEndpoint(input);
      // One that was replaced says null, too, while there is work for the other: then time does not run ahead of it.
      return end.waitMs === null ? end : { ...end, waitMs: clock.accelerate(end.waitMs) };
    },
  };
  return { ...service, activities };
}
