import { addDefaultAgents } from '../domain/agents/default-agents.ts';
import { recordAiCall } from '../domain/ai-calls/steps/record-call.ts';
import { billingSettings } from '../domain/billing-settings.ts';
import { commitStatement } from '../domain/commit-statement.ts';
import { adminKeyAuthenticator, partnerKeyAuthenticator } from '../domain/credentials/authenticator.ts';
import { createUseCounter } from '../domain/credentials/use-counter.ts';
import { capabilities } from '../domain/features.ts';
import type { Command } from '../domain/kernel/command.ts';
import { limitsOf } from '../domain/kernel/limits.ts';
import { perform } from '../domain/kernel/step.ts';
import { notifyInviter } from '../domain/notifications/notify-inviter.ts';
import { notifyOfSecurityChange } from '../domain/notifications/notify-of-security-change.ts';
import { createRateLimiter } from '../domain/rate-limits/limiter.ts';
import { fanOut } from '../domain/subscribers.ts';
import * as tables from '../domain/tables.ts';
import { describeProvider } from '../infra/ai/provider.ts';
import { reachability } from '../infra/ai/reachable.ts';
import { checkedSetting, logoFile, settingsOrExit } from '../infra/config/environment.ts';
import { DEFAULT_METRICS_PORT, loadServiceConfig } from '../infra/config/service.ts';
import { schemaIsCurrent } from '../infra/database/data-source.ts';
import { poolOf } from '../infra/database/pool-reader.ts';
import { tablesOf } from '../infra/database/table.ts';
import { createPlatform } from '../infra/platform.ts';
import { observeCertificates } from '../infra/telemetry/certificate-metrics.ts';
import { observeClock } from '../infra/telemetry/clock-metrics.ts';
import { createLogger, logCrashes } from '../infra/telemetry/log.ts';
import { createRegistry, startMetricsServer } from '../infra/telemetry/metrics.ts';
import { observePool } from '../infra/telemetry/pool-metrics.ts';
import { createSeoMetrics } from '../infra/telemetry/seo-metrics.ts';
import { startTracing } from '../infra/telemetry/start-tracing.ts';
import {
  createAiMetrics,
  createPaymentMetrics,
  createQueryMetrics,
  createSignatureMetrics,
} from '../infra/telemetry/work-metrics.ts';
import { missingSearchAttributes } from '../infra/temporal/search-attributes.ts';
import { engineCommand } from '../workflows/contracts.ts';
import { createApp } from './app.ts';
import { routesOf } from './area.ts';
import { AREAS } from './areas.ts';
import { createConsole } from './console/endpoint.ts';
import { withFairShare } from './fair-share.ts';
import { NotSetUpError } from './health/pages.ts';
import { listen } from './listen.ts';
import { clientAddress } from './middleware/client-address.ts';
import { createOauth } from './oauth/oauth.ts';
import { outboundWithoutSlot } from './outbound.ts';

/**
 * The API process. Work that takes longer than a request goes to the engine. With `--check` it only loads, reports
 * problems with its settings, and exits.
 */
const config = settingsOrExit(loadServiceConfig);
const { billing, invoicing } = settingsOrExit(() =>
  billingSettings(config.payments, { checked: checkedSetting, logoFile }),
);
if (process.argv.includes('--check')) process.exit();
const registry = createRegistry();
observeCertificates(registry, config.temporal);
const tracing = await startTracing({
  config: config.tracing,
  name: 'api',
  tables: tablesOf(tables),
  registry,
  onProblem: (reason) => log.warn({ reason }, 'spans could not be exported'),
});
const log = createLogger({ name: 'api', level: config.logLevel, fields: tracing?.logFields });
logCrashes(log);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Until it listens nothing is under way. Without a listener, process 1 of a container would ignore the signal. */
const leave = () => process.exit();
for (const signal of SIGNALS) process.once(signal, leave);

const stopping = new AbortController();
const platform = await createPlatform<Command>({
  config,
  tables: tablesOf(tables),
  name: 'api',
  log,
  toEngine: (command) => engineCommand(command, config.http.publicUrl),
  fanOut,
  commitStatement,
  billing,
  paymentEvent: createPaymentMetrics(registry),
  paymentSigned: createSignatureMetrics(registry),
  onPartnerCreated: [addDefaultAgents],
  onInvitationAccepted: [notifyInviter],
  onSecurityChange: [notifyOfSecurityChange],
  tracing,
  observeAi: createAiMetrics(registry),
  recordAi: (deps, observation) => perform(deps, recordAiCall, observation),
  seoMetrics: createSeoMetrics(registry, log),
  queryEmbedded: createQueryMetrics(registry),
  stopping: stopping.signal,
});
const { dataSource, temporal } = platform;
const deps = withFairShare({
  ...platform.deps,
  ...outboundWithoutSlot(platform.deps),
  capabilities,
  limits: limitsOf(config.limits),
  invoicing,
});
await platform.start();
observePool(registry, poolOf(dataSource));
observeClock(registry, platform.clocks.differenceMs);

const uses = createUseCounter({
  ...deps,
  onError: (error) => log.warn({ err: error }, 'key uses wait to be written'),
});
const limiter = createRateLimiter(deps);
const common = { deps, limiter, clientAddress: clientAddress(config.http.trustedProxies), log };
const oauth = createOauth({
  ...common,
  config: config.oauth,
  publicUrl: config.http.publicUrl,
  sites: platform.oauthSites,
  observeIssuer: platform.observeCall,
});
const app = await createApp({
  ...common,
  http: config.http,
  routes: routesOf(AREAS),
  authenticators: [partnerKeyAuthenticator(deps), adminKeyAuthenticator(deps), oauth.accessTokens.authenticator],
  oauth,
  console: createConsole(oauth.console),
  mcp: { accessTokens: oauth.accessTokens, ...config.mcp },
  uses,
  clocks: platform.clocks,
  readiness: {
    database: {
      async check() {
        await require(schemaIsCurrent(dataSource), 'The database needs `npm run setup`.');
        // By a wrong clock what is answered, dated and expires would be wrong.
        await platform.clocks.requireAgreement();
      },
    },
    temporal: {
      check: () =>
        require(missingSearchAttributes(temporal, config.temporal.namespace).then(
          (missing) => missing.length === 0,
        ), 'Search attributes are missing; run `npm run setup`.'),
      // Without Temporal the API accepts work, which the outbox keeps. If its absence took all processes out of a load
      // balancer, partners could order nothing.
      optional: (error) => !(error instanceof NotSetUpError),
    },
    // Only the worker calls the AI; work that needs it waits.
    ai: { check: reachability(config.ai.provider), optional: () => true },
  },
  registry,
  tracing,
});
const metrics = await startMetricsServer(registry, {
  host: config.metrics.host,
  port: config.metrics.port ?? DEFAULT_METRICS_PORT.api,
});
const listening = await listen(app, config.http);
log.info(
  { port: listening.port, metrics_port: metrics.port, ai: describeProvider(config.ai.provider) },
  'the API listens',
);

for (const signal of SIGNALS) process.off(signal, leave).once(signal, () => void stop());

async function stop(): Promise<void> {
  log.info('the API stops');
  stopping.abort();
  await listening.close();
  await uses.stop();
  metrics.close();
  await platform.stop();
  await tracing?.stop();
  // Connections that a silent database has not closed would keep it.
  process.exit();
}

async function require(holds: Promise<boolean>, message: string): Promise<void> {
  if (!(await holds)) throw new NotSetUpError(message);
}
