import type { Logger } from 'pino';
import type { AiObservation } from './ai/attempt.ts';
import { onDemand } from './ai/on-demand.ts';
import type { AiPort } from './ai/port.ts';
import { embeddingsOf, modelsOf } from './ai/provider.ts';
import { createClockComparison } from './clock/comparison.ts';
import { createIds, systemClock } from './clock/ids.ts';
import type { ServiceConfig } from './config/service.ts';
import { readDatabaseClock } from './database/clock.ts';
import { createDataSource } from './database/data-source.ts';
import { isUnavailable } from './database/errors.ts';
import { createBulkReads, createFairShare } from './database/fair-share.ts';
import { createNotificationHub } from './database/notification-hub.ts';
import { createOutbox } from './database/outbox.ts';
import { bindWaits, createPoolReader, poolOf } from './database/pool-reader.ts';
import { INSTANCE_LOCK_CLASS, type Transaction } from './database/port.ts';
import { requireSettings } from './database/required-settings.ts';
import { retainedOf, type Table } from './database/table.ts';
import { createTransactor, type TransactorOptions } from './database/transaction.ts';
import { createDocumentReader } from './documents/reader.ts';
import { createGuardedClient, type GuardedClientOptions } from './http/guarded-client.ts';
import { fetchThrough } from './http/operator-fetch.ts';
import { createSender } from './http/sender.ts';
import { createImageEncoder } from './images/encoder.ts';
import { createMail } from './mail/smtp.ts';
import { unconfiguredMarketplace } from './marketplace/failures.ts';
import { createMarketplace, type OpenMarketplace } from './marketplace/marketplace.ts';
import { createGateways } from './payments/gateways.ts';
import { createPaymentPages } from './payments/pages.ts';
import type { BillingCatalogue, GatewayName, SigningSecret } from './payments/port.ts';
import { atIntervals } from './processes/at-intervals.ts';
import { atMost } from './processes/at-most.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import { createCallSpans } from './telemetry/call-spans.ts';
import type { SeoMetrics } from './telemetry/seo-metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';
import type { DeliveryAttempt, WebhookMetrics } from './telemetry/webhook-metrics.ts';
import { createTemporalClient } from './temporal/connection.ts';
import { createDispatcher } from './temporal/dispatcher.ts';
import type { EngineCommand } from './temporal/engine-command.ts';
import { untilThere } from './until-there.ts';

/** Dependencies of recordAi. */
interface Recorder {
  db: ReturnType<typeof createPoolReader>;
  clock: typeof systemClock;
}

/** Settings of the adapters of a process. */
export interface PlatformOptions<Command> {
  config: ServiceConfig;
  /** Name of the process, `api` or `worker`. */
  name: string;
  log: Logger;
  /** All tables, including those with retention. */
  tables: readonly Table[];
  /** Maps a command to the engine; null for an unknown kind. */
  toEngine(command: Command): EngineCommand | null;
  /** Spans of the process; nothing is traced when absent. */
  tracing?: Tracing | undefined;
  /** Counts each call to the AI provider; nothing is counted when absent. */
  observeAi?: (observation: AiObservation) => void;
  /** Records each call to the AI provider; nothing is recorded when absent. */
  recordAi?: (deps: Recorder, observation: AiObservation) => Promise<void>;
  /** Fans published events out to their subscribers, within their transaction. */
  fanOut: TransactorOptions<Command>['fanOut'];
  /** Writes the side effects of a transaction, with its commit. */
  commitStatement: TransactorOptions<Command>['commitStatement'];
  /** The billing catalogue; empty when absent, as in processes that take no payments. */
  billing?: BillingCatalogue;
  /** Counts events of payment gateways; nothing is counted when absent. */
  paymentEvent?: (gateway: string, outcome: string) => void;
  /** Counts valid signatures of gateways by the secret they were made with; nothing is counted when absent. */
  paymentSigned?: (gateway: GatewayName, secret: SigningSecret) => void;
  /** Called when a call to an address that is not public was refused. */
  onBlocked?: () => void;
  /** Counts analyses and what they read; nothing is counted when absent. */
  seoMetrics?: SeoMetrics;
  /** Counts queries of searches by meaning; nothing is counted when absent. */
  queryEmbedded?: (outcome: string) => void;
  /** Counts attempts to deliver; nothing is counted when absent. */
  webhookMetrics?: WebhookMetrics;
  /** Fires when the process should stop; never when absent. */
  stopping?: AbortSignal;
  /** Hooks in the transaction that creates a partner; none when absent, as in processes that create none. */
  onPartnerCreated?: readonly ((tx: Transaction<Command>, partnerId: number) => Promise<void>)[];
  /** Hooks in the transaction in which an invited person joins; none when absent, as in processes in which nobody does. */
  onInvitationAccepted?: readonly ((
    tx: Transaction<Command>,
    accepted: { partnerId: number; userId: number; name: string; invitedBy: number | null },
  ) => void)[];
  /** Hooks in the transaction that changes how a person signs in; none when absent, as in processes that change none. */
  onSecurityChange?: readonly ((
    tx: Transaction<Command>,
    change: { partnerId: number; userId: number; change: string; detail: string | null },
  ) => void)[];
  /** The system's clock when absent. */
  clock?: typeof systemClock;
}

/** For the other side to close a connection. One that has fallen silent never does. */
const CLOSE_MS = 2_000;

/** Between two lines of the log that say the same of the proxy, milliseconds. */
const PROXY_AWAY_PAUSE_MS = 60_000;

function proxyAway(log: Logger): (error: Error) => void {
  return atIntervals(PROXY_AWAY_PAUSE_MS, (error: Error) =>
    log.warn({ err: error }, 'the outbound proxy cannot be used'),
  );
}

/** Calls to one site of OAuth clients at once. */
const CALLS_PER_OAUTH_SITE = 8;

/** The adapters of a process, made once and handed to the domain as its dependencies. */
export async function createPlatform<Command extends { kind: string }>(options: PlatformOptions<Command>) {
  const { config, name, log, toEngine, fanOut, commitStatement, tracing, clock = systemClock } = options;
  const dataSource = createDataSource({
    ...config.database,
    primaryOnly: true,
    applicationName: `marketwright-${name}`,
    observeStatement: tracing?.statement,
  });
  const temporal = createTemporalClient(config.temporal, tracing);
  const hub = createNotificationHub({
    url: config.database.directUrl,
    name: `marketwright-${name}`,
    dataSource,
    instanceLockClass: INSTANCE_LOCK_CLASS,
    log,
  });
  const calls = tracing && createCallSpans(tracing, config.ai);
  const proxy = config.proxy && { ...config.proxy, onAway: proxyAway(log) };
  if (proxy) fetchThrough(proxy);
  const outbound = createGuardedClient({ ...config.outbound, proxy, onBlocked: () => options.onBlocked?.() });
  const oauthSites = createGuardedClient({
    allowHttp: false,
    allowedNetworks: config.oauthClientNetworks,
    closedPorts: config.outbound.closedPorts,
    maxCallsPerHost: CALLS_PER_OAUTH_SITE,
    maxIdleSockets: 0,
    proxy,
    onBlocked: () => options.onBlocked?.(),
  });
  const gatewayClient = createGuardedClient({
    ...gatewayNetwork(config),
    proxy,
    ...(calls && { observe: calls.http }),
  });
  const marketplace = openMarketplace({ ...config, proxy }, options, calls?.http);
  const images = createImageEncoder();
  const documents = createDocumentReader(options.stopping ? { stopping: options.stopping } : {});
  const outbox = createOutbox<Command>(dataSource);
  const dispatcher = createDispatcher<Command>({ client: temporal, outbox, toEngine, tracing, log });
  const ids = createIds();
  const db = createPoolReader(dataSource);
  const ai = createPlatformAi(config, async (observation) => {
    options.observeAi?.(observation);
    calls?.ai(observation);
    // A paid answer is not discarded because recording it failed.
    await options
      .recordAi?.({ db, clock }, observation)
      .catch((error: unknown) => log.warn({ err: error }, 'a question to the AI could not be recorded'));
  });
  const transaction = createTransactor<Command>({
    dataSource,
    clock,
    ids,
    notify: hub.notify,
    dispatch: dispatcher.dispatch,
    fanOut,
    commitStatement,
    traceparent: tracing?.traceparent,
    log,
  });
  const deps = {
    transaction,
    db,
    fairShare: createFairShare(config.database.poolSize, { db, transaction }),
    bulkReads: createBulkReads(config.database.poolSize, db),
    clock,
    ids,
    ai,
    notifications: hub,
    instance: hub.instance,
    longestWaitMs: config.http.longestWaitMs,
    stopping: options.stopping ?? new AbortController().signal,
    secrets: createSecretBox(config.secretsKeys),
    passwordLogN: config.passwordLogN,
    identity: { issuer: config.oauth.issuer, publicUrl: config.http.publicUrl },
    sender: createSender(outbound, tracing),
    mail: createMail(config.mail, config.http.publicUrl),
    marketplace: marketplace ?? unconfiguredMarketplace,
    documents,
    images,
    gateways: createGateways(config.payments.secrets, (gateway, secret) => options.paymentSigned?.(gateway, secret)),
    paymentPages: createPaymentPages(config, gatewayClient),
    billing: options.billing ?? { packs: [], plans: [] },
    billingGraceHours: config.billingGraceHours,
    paymentTermsDays: config.paymentTermsDays,
    runsUrl: runsUrl(config.temporal),
    retained: retainedOf(options.tables, config.retentionDays),
    onPartnerCreated: options.onPartnerCreated ?? [],
    onInvitationAccepted: options.onInvitationAccepted ?? [],
    onSecurityChange: options.onSecurityChange ?? [],
    meters: {
      paymentEvent: (gateway: string, outcome: string) => options.paymentEvent?.(gateway, outcome),
      analysisEnded: (outcome: string) => options.seoMetrics?.analysisEnded(outcome),
      queryEmbedded: (outcome: string) => options.queryEmbedded?.(outcome),
      deliveryAttempted: (attempt: DeliveryAttempt) => options.webhookMetrics?.deliveryAttempted(attempt),
    },
  };
  const reach = (setting: string, connect: () => Promise<unknown>) =>
    untilThere(connect, {
      signal: deps.stopping,
      isAway: isUnavailable,
      onAway: (error) => log.warn({ err: error, setting }, 'PostgreSQL is not there yet'),
    }).catch((error: unknown) => {
      if (error === deps.stopping.reason) throw error;
      throw new Error(`PostgreSQL refuses the connection that ${setting} describes.`, { cause: error });
    });
  const clocks = createClockComparison({
    clock,
    readDatabase: () => readDatabaseClock(db),
    toleranceMs: config.clockToleranceMs,
  });
  return {
    deps,
    clocks,
    dataSource,
    temporal,
    hub,
    outbox,
    /** Calls the sites of OAuth clients. */
    oauthSites,
    /** Adds a span of an outgoing call that is over; undefined where tracing is off. */
    observeCall: calls?.http,
    /**
     * Connects to the database, waiting while it is away; rejects where it refuses, and when the process is to stop. The engine connects
     * with the first command.
     */
    async start(): Promise<void> {
      await reach('DATABASE_URL', () => dataSource.initialize());
      await reach('DATABASE_URL', () => requireSettings(dataSource));
      if (tracing) bindWaits(poolOf(dataSource), tracing.bind);
      await reach('DATABASE_DIRECT_URL', () => hub.start());
    },
    /** Finishes running work; the database closes last. */
    async stop(): Promise<void> {
      outbound.close();
      oauthSites.close();
      gatewayClient.close();
      await marketplace?.close();
      await documents.close();
      await images.close();
      await dispatcher.stop();
      await atMost(CLOSE_MS, hub.stop());
      await atMost(CLOSE_MS, temporal.connection.close());
      await atMost(CLOSE_MS, dataSource.destroy());
    },
  };
}

/** What may be called to open payment pages: a stand-in for Stripe on this machine only where the operator names one. */
function gatewayNetwork({
  payments,
  outbound,
}: Pick<ServiceConfig, 'payments' | 'outbound'>): Pick<GuardedClientOptions, 'allowHttp' | 'allowedNetworks'> {
  const { protocol, hostname } = new URL(payments.stripeApiUrl);
  const isHere = protocol === 'http:' || hostname === 'localhost';
  return {
    allowHttp: protocol === 'http:',
    allowedNetworks: isHere ? ['127.0.0.0/8', '::1/128'] : outbound.allowedNetworks,
  };
}

/** The list of runs in the Temporal Web UI; null where that is not known. */
function runsUrl({ uiUrl, namespace }: ServiceConfig['temporal']): string | null {
  return uiUrl === undefined ? null : `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows`;
}

/** undefined where none is configured. */
function openMarketplace(
  config: ServiceConfig,
  { onBlocked, seoMetrics }: Pick<PlatformOptions<never>, 'onBlocked' | 'seoMetrics'>,
  observe: GuardedClientOptions['observe'],
): OpenMarketplace | undefined {
  if (config.marketplaceUrl === undefined) return undefined;
  const marketplace = createMarketplace({
    baseUrl: config.marketplaceUrl,
    allowedNetworks: config.outbound.allowedNetworks,
    proxy: config.proxy,
    onBlocked: () => onBlocked?.(),
    ...(observe && { observe }),
    onReadingStart: (waitedMs) => seoMetrics?.readingStarted(waitedMs),
  });
  return seoMetrics ? seoMetrics.observed(marketplace) : marketplace;
}

function createPlatformAi({ ai }: ServiceConfig, observe: (observation: AiObservation) => Promise<void>): AiPort {
  const known = { hasSandbox: ai.sandbox !== undefined, models: modelsOf(ai), embeddings: embeddingsOf(ai) };
  return onDemand(known, async () => (await import('./ai/openai.ts')).createAi({ ...ai, observe }));
}
