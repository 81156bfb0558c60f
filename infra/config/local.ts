import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { baseUrl, environment, port } from './environment.ts';

const schema = z.object({
  DATA_DIR: z.string().default('.data'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  PUBLIC_URL: z.url().optional(),
  SECRETS_KEY: z.string().optional(),
  OAUTH_ISSUER: z.string().optional(),
  TEMPORAL_PORT: port.default(7233),
  TEMPORAL_UI_PORT: port.default(8233),
  POSTGRES_PORT: port.default(0),
  SANDBOX_AI_PORT: port.default(0),
  SANDBOX_MARKETPLACE_PORT: port.default(0),
  SANDBOX_MAIL_PORT: port.default(0),
  SANDBOX_SMTP_PORT: port.default(0),
  SANDBOX_GATEWAY_PORT: port.default(0),
  WORKER_HEALTH_PORT: port.default(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.default(0),
  WORKER_METRICS_PORT: port.default(0),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_CLI_PATH: z.string().optional(),
  TEMPORAL_UI_URL: z.url().optional(),
  DATABASE_URL: z.string().optional(),
  MARKETPLACE_BASE_URL: baseUrl.optional(),
  SMTP_URL: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  GENERIC_WEBHOOK_SECRET: z.string().optional(),
  PAYMENT_LINK_TEMPLATE: z.string().optional(),
  BILLING_SELLER: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.string().optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  SANDBOX_AI_LATENCY_MS: z.coerce.number().int().min(0).default(150),
  PATH: z.string().default(''),
  XDG_CACHE_HOME: z.string().optional(),
});

/** Settings of the embedded stack (`npm start`); a port of 0 takes any free one. */
export interface LocalConfig {
  /** Folder of all state, absolute or from the working directory. */
  dataDir: string;
  /** Address the API and the worker's health pages listen on. */
  host: string;
  /** Address the metrics of both are served on. */
  metricsHost: string;
  /** Origin under which callers reach the API, when it is not this machine's own. */
  publicUrl: string | undefined;
  /** The key for what is encrypted at rest, when the operator brings one; made once otherwise. */
  secretsKey: string | undefined;
  /** An OAuth issuer that runs elsewhere. */
  oauthIssuer: string | undefined;
  ports: {
    api: number;
    temporal: number;
    temporalUi: number;
    postgres: number;
    sandboxAi: number;
    sandboxMarketplace: number;
    sandboxMail: number;
    sandboxSmtp: number;
    sandboxGateway: number;
    workerHealth: number;
    apiMetrics: number;
    workerMetrics: number;
  };
  /** A Temporal that runs elsewhere; none is started then. */
  temporalAddress: string | undefined;
  temporalNamespace: string;
  temporalCliPath: string | undefined;
  temporalUiUrl: string | undefined;
  /** A PostgreSQL that runs elsewhere; none is started then. */
  databaseUrl: string | undefined;
  /** A marketplace that runs elsewhere; no sandbox marketplace is started then. */
  marketplaceUrl: string | undefined;
  /** A mail server that runs elsewhere; the mail catcher is not started then. */
  smtpUrl: string | undefined;
  /** What payment gateways sign with, when the operator brings it; made otherwise. */
  gatewaySecrets: { stripe: string | undefined; generic: string | undefined };
  /** Address of a payment page that runs elsewhere; no sandbox gateway is started then. */
  paymentPage: string | undefined;
  /** File about who sells; an invented seller where none is named. */
  billingSeller: string | undefined;
  /** Whether the operator names an AI provider; the sandbox AI then serves sandbox keys only. */
  namesAiProvider: boolean;
  /** EMBEDDINGS_MODEL where the sandbox AI serves everybody; undefined: embeddings are switched off. */
  embeddingsModel: string | undefined;
  /** Pause before each answer of the sandbox AI, milliseconds. */
  sandboxAiLatencyMs: number;
  /** Folders in which commands are looked for. */
  searchPath: string[];
  /** Folder for downloads that all working copies of one user share. */
  cacheDir: string;
}

/** Reads the settings of the embedded stack from the environment; throws one error that names every bad variable. */
export function loadLocalConfig(env: NodeJS.ProcessEnv = process.env): LocalConfig {
  const values = environment(schema, env);
  return {
    dataDir: values.DATA_DIR,
    host: values.HOST,
    metricsHost: values.METRICS_HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    secretsKey: values.SECRETS_KEY,
    oauthIssuer: values.OAUTH_ISSUER,
    ports: {
      api: values.PORT,
      temporal: values.TEMPORAL_PORT,
      temporalUi: values.TEMPORAL_UI_PORT,
      postgres: values.POSTGRES_PORT,
      sandboxAi: values.SANDBOX_AI_PORT,
      sandboxMarketplace: values.SANDBOX_MARKETPLACE_PORT,
      sandboxMail: values.SANDBOX_MAIL_PORT,
      sandboxSmtp: values.SANDBOX_SMTP_PORT,
      sandboxGateway: values.SANDBOX_GATEWAY_PORT,
      workerHealth: values.WORKER_HEALTH_PORT,
      apiMetrics: values.METRICS_PORT,
      workerMetrics: values.WORKER_METRICS_PORT,
    },
    temporalAddress: values.TEMPORAL_ADDRESS,
    temporalNamespace: values.TEMPORAL_NAMESPACE,
    temporalCliPath: values.TEMPORAL_CLI_PATH,
    temporalUiUrl: values.TEMPORAL_UI_URL,
    databaseUrl: values.DATABASE_URL,
    marketplaceUrl: values.MARKETPLACE_BASE_URL,
    smtpUrl: values.SMTP_URL,
    gatewaySecrets: { stripe: values.STRIPE_WEBHOOK_SECRET, generic: values.GENERIC_WEBHOOK_SECRET },
    paymentPage: values.PAYMENT_LINK_TEMPLATE,
    billingSeller: values.BILLING_SELLER,
    namesAiProvider: (values.OPENAI_API_KEY ?? values.OPENAI_BASE_URL) !== undefined,
    embeddingsModel: values.EMBEDDINGS_MODEL ?? 'marketwright-sandbox-embeddings',
    sandboxAiLatencyMs: values.SANDBOX_AI_LATENCY_MS,
    searchPath: values.PATH.split(path.delimiter).filter(Boolean),
    cacheDir: path.join(values.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'marketwright'),
  };
}

/** The environment for a child process: this process's own, with the given variables on top. */
export function childEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}
