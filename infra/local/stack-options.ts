import { SECRETS } from '../config/environment.ts';
import { type LocalConfig, loadLocalConfig } from '../config/local.ts';
import type { Echo } from './log-tail.ts';
import type { Progress } from './progress.ts';

/** A part of the stack. */
export type Part =
  | 'postgres'
  | 'temporal'
  | 'sandboxAi'
  | 'sandboxMarketplace'
  | 'sandboxMail'
  | 'sandboxGateway'
  | 'api'
  | 'worker';

/** Settings of startStack. */
export interface StackOptions {
  /** Settings of a stack that stays; when absent, a temporary one on free ports whose folder stop() removes. */
  config?: LocalConfig;
  /** Which parts to run; all when absent. `api` or `worker` brings the migrations, too. */
  parts?: Part[];
  /** Run the migrations and register search attributes; when absent, if the API or the worker runs. */
  setup?: boolean;
  /** Make the demonstration partner and keys; when absent, if the API runs. */
  seed?: boolean;
  /** Pause before each answer of the sandbox AI, milliseconds, when the settings' own does not fit. */
  sandboxAiLatencyMs?: number;
  /**
   * Whether worker, Temporal and stand-ins give way to the API where cores are few, as on a laptop: what partners order
   * may take longer, requests do not. False when absent.
   */
  apiFirst?: boolean;
  /** Whether PostgreSQL waits for the disk; true when absent. False is for data that nobody keeps. */
  durable?: boolean;
  /** More dynamic configuration of the Temporal server, each `name=value`. */
  temporalConfig?: readonly string[];
  /** More variables for the API and the worker. */
  serviceEnvironment?: Record<string, string>;
  /** Flags of Node for the first API and the first worker process, such as `--inspect`. */
  nodeFlags?: { api?: readonly string[]; worker?: readonly string[] };
  /** Takes one line at a time about starts and restarts. */
  report?: (line: string) => void;
  progress?: Progress;
  /** Which log lines of the API and the worker are reported, too; none when absent. */
  echo?: Echo;
  /** Aborts the start. */
  signal?: AbortSignal;
}

/** The settings of a temporary stack: nothing of the caller's environment reaches a real system by accident. */
export function temporaryConfig(dataDir: string): LocalConfig {
  return {
    ...loadLocalConfig(),
    dataDir,
    host: '127.0.0.1',
    publicUrl: undefined,
    secretsKey: undefined,
    oauthIssuer: undefined,
    metricsHost: '127.0.0.1',
    ports: {
      api: 0,
      temporal: 0,
      temporalUi: 0,
      postgres: 0,
      sandboxAi: 0,
      sandboxMarketplace: 0,
      sandboxMail: 0,
      sandboxSmtp: 0,
      sandboxGateway: 0,
      workerHealth: 0,
      apiMetrics: 0,
      workerMetrics: 0,
    },
    temporalAddress: undefined,
    temporalNamespace: 'default',
    temporalUiUrl: undefined,
    databaseUrl: undefined,
    marketplaceUrl: undefined,
    smtpUrl: undefined,
    gatewaySecrets: { stripe: undefined, generic: undefined },
    paymentPage: undefined,
    billingSeller: undefined,
    namesAiProvider: false,
    embeddingsModel: undefined,
    sandboxAiLatencyMs: 0,
  };
}

/** Variables that keep a temporary stack's processes from the caller's own systems. */
export const TEMPORARY_ENVIRONMENT = {
  ...Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, ''])),
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  AI_PROVIDER: '',
  AI_MODEL: '',
  AI_MODEL_PLAN: '',
  AI_MODEL_WRITE: '',
  AI_MODEL_ANALYSE: '',
  AI_TEMPERATURE: '',
  AI_STRUCTURED: '',
  EMBEDDINGS_MODEL: '',
  EMBEDDINGS_DIMENSIONS: '',
  EMBEDDINGS_BASE_URL: '',
  EMBEDDINGS_QUERY_PREFIX: '',
  EMBEDDINGS_PASSAGE_PREFIX: '',
  EMBEDDINGS_QUERY_TYPE: '',
  EMBEDDINGS_PASSAGE_TYPE: '',
  EMBEDDINGS_CONCURRENCY: '',
  EMBEDDINGS_BATCH_SIZE: '',
  EMBEDDINGS_ANSWER_SIMILARITY: '',
  AI_PRICES_FILE: '',
  MARKETPLACE_BASE_URL: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_API_URL: '',
  PAYMENT_LINK_TEMPLATE: '',
  BILLING_CATALOGUE: '',
  BILLING_GRACE_HOURS: '',
  BILLING_PAYMENT_TERMS_DAYS: '',
  BILLING_TAX_RULES: '',
  BILLING_ACCOUNTS: '',
  TEMPORAL_TLS: '',
  TEMPORAL_TLS_CLIENT_CERT_PATH: '',
  TEMPORAL_TLS_CLIENT_KEY_PATH: '',
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: '',
  TEMPORAL_TLS_SERVER_NAME: '',
  TEMPORAL_API_KEY: '',
  TRUSTED_PROXIES: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '',
  OAUTH_KEYS: '',
  OAUTH_ISSUER: '',
  OAUTH_JWKS_URL: '',
};
