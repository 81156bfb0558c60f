import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import type { LocalConfig } from '../config/local.ts';
import { choosePorts, type WantedPort } from './ports.ts';
import type { Part } from './stack-options.ts';
import type { Secrets, StatePaths } from './state.ts';

/** Who sells where the operator names no file. */
const EXAMPLE_SELLER = path.join(import.meta.dirname, 'example-seller.json');

type PortName = keyof LocalConfig['ports'];

/** Where each part of a stack answers; undefined: the part is not there. */
export interface Urls {
  /** The API as callers reach it; ends in /api/v1. */
  baseUrl: string;
  /** The API as this machine reaches it, without a path. */
  apiOrigin: string;
  databaseUrl: string | undefined;
  /** host:port of the frontend. */
  temporalAddress: string | undefined;
  temporalUi: string | undefined;
  /** Ends in /v1. */
  sandboxAiUrl: string | undefined;
  /** Where the pages of listings are: the sandbox marketplace, or one that runs elsewhere. */
  marketplaceUrl: string | undefined;
  /** The page of the mail catcher, without a path. */
  sandboxMailUrl: string | undefined;
  /** Origin of the sandbox gateway, on whose page people pay. */
  gatewayUrl: string | undefined;
  workerReadyUrl: string;
  /** Where the metrics of both are, without a path; absent where the process does not run here. */
  metrics: { api?: string; worker?: string };
}

/** The parts to run here: those asked for, without those that run elsewhere. */
export function partsToRun(config: LocalConfig, parts: Part[]): Set<Part> {
  const run = new Set(parts);
  if (config.databaseUrl) run.delete('postgres');
  if (config.temporalAddress) run.delete('temporal');
  if (config.marketplaceUrl) run.delete('sandboxMarketplace');
  if (config.smtpUrl) run.delete('sandboxMail');
  if (config.paymentPage) run.delete('sandboxGateway');
  return run;
}

/** The port of each part. */
export type Ports = Record<PortName, number>;

/** Settles the ports of all parts. Throws one line naming the variable when a port that will be used is taken. */
export function settlePorts(config: LocalConfig, run: ReadonlySet<Part>): Promise<Ports> {
  const { ports } = config;
  const local = (variable: string, port: number, used: boolean): WantedPort => ({
    variable,
    port: used ? port : 0,
    host: '127.0.0.1',
  });
  return choosePorts({
    api: { ...local('PORT', ports.api, run.has('api')), host: config.host },
    temporal: local('TEMPORAL_PORT', ports.temporal, run.has('temporal')),
    temporalUi: local('TEMPORAL_UI_PORT', ports.temporalUi, run.has('temporal')),
    postgres: local('POSTGRES_PORT', ports.postgres, run.has('postgres')),
    sandboxAi: local('SANDBOX_AI_PORT', ports.sandboxAi, run.has('sandboxAi')),
    sandboxMarketplace: local('SANDBOX_MARKETPLACE_PORT', ports.sandboxMarketplace, run.has('sandboxMarketplace')),
    sandboxMail: local('SANDBOX_MAIL_PORT', ports.sandboxMail, run.has('sandboxMail')),
    sandboxSmtp: local('SANDBOX_SMTP_PORT', ports.sandboxSmtp, run.has('sandboxMail')),
    sandboxGateway: local('SANDBOX_GATEWAY_PORT', ports.sandboxGateway, run.has('sandboxGateway')),
    workerHealth: { ...local('WORKER_HEALTH_PORT', ports.workerHealth, run.has('worker')), host: config.host },
    apiMetrics: { ...local('METRICS_PORT', ports.apiMetrics, run.has('api')), host: config.metricsHost },
    workerMetrics: {
      ...local('WORKER_METRICS_PORT', ports.workerMetrics, run.has('worker')),
      host: config.metricsHost,
    },
  });
}

/** Where the parts answer. */
export function urlsOf(
  config: LocalConfig,
  run: ReadonlySet<Part>,
  ports: Ports,
  localDatabaseUrl: string | undefined,
): Urls {
  const apiOrigin = `http://${reachable(config.host)}:${ports.api}`;
  const temporalHere = run.has('temporal');
  return {
    apiOrigin,
    baseUrl: `${config.publicUrl ?? apiOrigin}/api/v1`,
    databaseUrl: config.databaseUrl ?? localDatabaseUrl,
    temporalAddress: config.temporalAddress ?? (temporalHere ? `127.0.0.1:${ports.temporal}` : undefined),
    temporalUi: config.temporalUiUrl ?? (temporalHere ? `http://127.0.0.1:${ports.temporalUi}` : undefined),
    sandboxAiUrl: run.has('sandboxAi') ? `http://127.0.0.1:${ports.sandboxAi}/v1` : undefined,
    marketplaceUrl:
      config.marketplaceUrl ??
      (run.has('sandboxMarketplace') ? `http://127.0.0.1:${ports.sandboxMarketplace}` : undefined),
    sandboxMailUrl: run.has('sandboxMail') ? `http://127.0.0.1:${ports.sandboxMail}` : undefined,
    gatewayUrl: run.has('sandboxGateway') ? `http://127.0.0.1:${ports.sandboxGateway}` : undefined,
    workerReadyUrl: `http://${reachable(config.host)}:${ports.workerHealth}/readyz`,
    metrics: {
      ...(run.has('api') && { api: `http://${reachable(config.metricsHost)}:${ports.apiMetrics}` }),
      ...(run.has('worker') && { worker: `http://${reachable(config.metricsHost)}:${ports.workerMetrics}` }),
    },
  };
}

/** The environment of the API, the worker and their tools. */
export function serviceEnvironment(
  config: LocalConfig,
  urls: Urls,
  ports: Ports,
  secrets: Secrets,
  paths: StatePaths,
): Record<string, string> {
  const secretsKey = config.secretsKey ?? secrets.secretsKey;
  const gateways = gatewaySecrets(config, secretsKey);
  const values: Record<string, string | undefined> = {
    DATA_DIR: paths.dataDir,
    DATABASE_URL: urls.databaseUrl,
    // An inherited value would point to another database than the one started here.
    DATABASE_DIRECT_URL: config.databaseUrl ? undefined : urls.databaseUrl,
    SECRETS_KEY: secretsKey,
    TEMPORAL_ADDRESS: urls.temporalAddress,
    TEMPORAL_NAMESPACE: config.temporalNamespace,
    TEMPORAL_UI_URL: urls.temporalUi,
    HOST: config.host,
    PORT: String(ports.api),
    PUBLIC_URL: config.publicUrl ?? urls.apiOrigin,
    WORKER_HEALTH_PORT: String(ports.workerHealth),
    METRICS_HOST: config.metricsHost,
    // Processes beside the first of their kind take any port.
    METRICS_PORT: '0',
    // No load balancer has to notice the shutdown first.
    SHUTDOWN_DELAY_SECONDS: '0',
    SANDBOX_AI_BASE_URL: urls.sandboxAiUrl,
    // On a laptop the sandbox AI may serve live keys; in production only if configured.
    AI_PROVIDER: config.namesAiProvider || !urls.sandboxAiUrl ? undefined : 'sandbox',
    EMBEDDINGS_MODEL: config.namesAiProvider || !urls.sandboxAiUrl ? undefined : config.embeddingsModel,
    MARKETPLACE_BASE_URL: urls.marketplaceUrl,
    // The mail catcher offers no encryption; it is on this machine.
    ...(urls.sandboxMailUrl && {
      SMTP_URL: `smtp://127.0.0.1:${ports.sandboxSmtp}`,
      SMTP_ALLOW_PLAINTEXT: 'true',
      MAIL_FROM: 'Marketwright <marketwright@localhost.example>',
    }),
    BILLING_SELLER: config.billingSeller ?? EXAMPLE_SELLER,
    GENERIC_WEBHOOK_SECRET: gateways.generic,
    STRIPE_WEBHOOK_SECRET: gateways.stripe,
    PAYMENT_LINK_TEMPLATE: config.paymentPage ?? (urls.gatewayUrl && `${urls.gatewayUrl}/pay?{query}`),
    // Someone who tries the product receives webhooks on the same machine.
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    // The same for a program of which somebody tries the sign-in.
    OAUTH_CLIENT_NETWORKS: '127.0.0.0/8,::1/128',
    // Our own services must not be called: some of them need no credentials on this machine.
    WEBHOOK_CLOSED_PORTS: Object.values(ports).join(),
    NODE_COMPILE_CACHE: paths.compileCache,
  };
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** An address that listens everywhere is reached by the loopback. */
function reachable(host: string): string {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Signing secrets of the payment gateways. */
export interface GatewaySecrets {
  generic: string;
  stripe: string;
}

/**
 * The gateways' secrets of the embedded stack: the operator's, else derived from the keys for secrets, so that they stay
 * the same. Several are comma-separated, the current one first.
 */
function gatewaySecrets({ gatewaySecrets: given }: LocalConfig, secretsKey: string): GatewaySecrets {
  return {
    generic: given.generic ?? derive(secretsKey, 'generic').join(),
    stripe:
      given.stripe ??
      derive(secretsKey, 'stripe')
        .map((secret) => `whsec_${secret}`)
        .join(),
  };
}

/** The current secret of each gateway, which events are signed with. */
export function currentGatewaySecrets(config: LocalConfig, secretsKey: string): GatewaySecrets {
  const { generic, stripe } = gatewaySecrets(config, secretsKey);
  return { generic: firstOf(generic), stripe: firstOf(stripe) };
}

function firstOf(list: string): string {
  return list.split(',')[0]?.trim() ?? '';
}

/** In hex, one of each key. */
function derive(secretsKeys: string, gateway: keyof GatewaySecrets): string[] {
  const purpose = `marketwright payment gateway ${gateway}`;
  return secretsKeys
    .split(',')
    .map((key) => Buffer.from(hkdfSync('sha256', Buffer.from(key.trim(), 'base64'), '', purpose, 32)).toString('hex'));
}
