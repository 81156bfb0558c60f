import { z } from 'zod';
import type { AiConfig } from '../ai/provider.ts';
import type { OutboundProxy } from '../http/proxy.ts';
import { isNetwork } from '../http/target.ts';
import { deriveCookieKey, deriveSigningKey, readSigningKey, type SigningKey } from '../oauth/signing-keys.ts';
import type { SecretsKeys } from '../secrets/secret-box.ts';
import { aiConfig, aiSettings } from './ai.ts';
import { type DeploymentVersion, deploymentSettings, deploymentVersion } from './deployment.ts';
import { baseUrl, environment, flag, jsonFile, list, port, SettingsError } from './environment.ts';
import { type MailConfig, mailConfig, mailSettings } from './mail.ts';
import { proxyConfig, proxySettings } from './proxy.ts';
import { type TemporalConfig, temporalConfig, temporalSettings } from './temporal.ts';
import { type TracingConfig, tracingConfig, tracingSettings } from './tracing.ts';

/** OWASP's minimum for scrypt with r = 8, p = 3 (Password Storage Cheat Sheet). */
const MIN_PASSWORD_LOG_N = 15;
/** For a service on one machine that nobody else reaches, as in tests. */
const MIN_TEST_PASSWORD_LOG_N = 10;
/** A thousand years: the clocks are not compared. */
const MAX_CLOCK_TOLERANCE_SECONDS = 31_622_400_000;
/** Hours from the end of a month until its use is billed; the longest keeps the run within the 26th of the next month. */
export const billingGraceHours = z.coerce.number().int().min(0).max(600).default(24);
/** Whether a secret may be sent there. */
function isSafeApi(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}
const LOOPBACK = /^(?:127\.[\d.]+|::1|\[::1\]|localhost)$/;

/** The keys for what is encrypted at rest: comma-separated, each base64 of 32 bytes. */
const secretsKeys = list
  .transform((values) => values.map((value) => Buffer.from(value, 'base64')))
  .refine(
    (keys): keys is [Buffer<ArrayBuffer>, ...Buffer<ArrayBuffer>[]] => keys.length > 0,
    'is 32 random bytes in base64, such as from `openssl rand -base64 32`',
  )
  .refine((keys) => keys.every(({ length }) => length === 32), 'must be 32 bytes in base64; several, comma-separated');

/** Where the database is; programs with a session of their own take the direct address. */
export const databaseSettings = {
  DATABASE_URL: z.string('names the PostgreSQL database, such as postgres://user:password@host:5432/marketwright'),
  DATABASE_DIRECT_URL: z.string().optional(),
};

/** What the rotation of SECRETS_KEY reads. */
export const rotationSettings = z.object({ ...databaseSettings, SECRETS_KEY: secretsKeys });

const schema = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(8080),
  PUBLIC_URL: z.url().optional(),
  CORS_ORIGINS: list,
  LEGACY_ROUTES: z.enum(['serve', 'gone']).default('serve'),
  TRUSTED_PROXIES: list,
  ...databaseSettings,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  DATABASE_TRANSACTION_POOLER: flag,
  SECRETS_KEY: secretsKeys,
  PASSWORD_COST_LOG2: z.coerce.number().int().min(MIN_TEST_PASSWORD_LOG_N).max(20).default(MIN_PASSWORD_LOG_N),
  MCP_ALLOWED_HOSTS: list,
  MCP_CONFIRM_CREDITS: z.coerce.number().int().min(0).max(1_000_000_000).default(25),
  OAUTH_KEYS: list
    .transform((values) => values.map(readSigningKey))
    .refine(
      (keys): keys is SigningKey[] => keys.every((key) => key !== undefined),
      'must be P-256 private keys, each base64 of PKCS #8 in DER',
    ),
  OAUTH_CLIENT_NETWORKS: list.refine((values) => values.every(isNetwork), 'must be networks such as 10.0.0.0/8'),
  OAUTH_ISSUER: z.url().optional(),
  OAUTH_JWKS_URL: z.url().optional(),
  OAUTH_USER_CLAIM: z.string().default('email'),
  CONSOLE_OAUTH_CLIENT_ID: z.string().default('marketwright-console'),
  CONSOLE_OAUTH_SCOPE: z.string().default('openid api'),
  ...temporalSettings,
  ...tracingSettings,
  ACCESSIBILITY_CONTACT: z
    .email()
    .or(z.url({ protocol: /^https?$/, error: 'must be an e-mail address or a URL' }))
    .optional(),
  SECURITY_CONTACT: z
    .email()
    .or(z.url({ protocol: /^(?:https|mailto|tel)$/, error: 'must be an e-mail address or an https URL' }))
    .optional(),
  WORKER_HEALTH_PORT: port.default(8081),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  REQUEST_WAIT_SECONDS: z.coerce.number().min(1).max(60).default(60),
  STREAM_RECHECK_SECONDS: z.coerce.number().min(1).max(60).default(30),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(5),
  ...deploymentSettings,
  WORKER_QUEUES: list,
  RECONCILE_STALE_SECONDS: z.coerce.number().min(1).max(86_400).default(300),
  CLOCK_TOLERANCE_SECONDS: z.coerce.number().int().min(1).max(MAX_CLOCK_TOLERANCE_SECONDS).default(3_600),
  RECONCILE_INTERVAL_SECONDS: z.coerce.number().min(1).max(3_600).default(60),
  AI_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(50),
  ...aiSettings,
  MARKETPLACE_BASE_URL: baseUrl.optional(),
  STRIPE_WEBHOOK_SECRET: list,
  GENERIC_WEBHOOK_SECRET: list.refine(
    (secrets) => secrets.every((secret) => secret.length >= 16),
    'must have at least 16 characters, such as from `openssl rand -hex 32`',
  ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_\w{8,}$/, 'is a secret or restricted key of Stripe, such as sk_live_…')
    .optional(),
  STRIPE_API_URL: baseUrl
    .default('https://api.stripe.com')
    .refine(isSafeApi, 'must be https, or on this machine, as in tests'),
  PAYMENT_LINK_TEMPLATE: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine(
      (value) => value.split('{query}').length === 2,
      'must have {query} once, such as https://shop.example/pay?{query}',
    )
    .optional(),
  BILLING_CATALOGUE: z.string().optional(),
  BILLING_SELLER: z.string().optional(),
  BILLING_GRACE_HOURS: billingGraceHours,
  BILLING_PAYMENT_TERMS_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  BILLING_TAX_RULES: z.string().optional(),
  BILLING_ACCOUNTS: z.string().optional(),
  ...mailSettings,
  ...proxySettings,
  WEBHOOK_ALLOW_HTTP: flag,
  WEBHOOK_CLOSED_PORTS: list.transform((values) => values.map(Number)).pipe(z.array(z.int().min(1).max(65_535))),
  WEBHOOK_ALLOWED_NETWORKS: list.refine((values) => values.every(isNetwork), 'must be networks such as 10.0.0.0/8'),
});

/** Names of the settings of the API, the worker and setup, without those that tables and limits name. */
export const SETTINGS: readonly string[] = Object.keys(schema.shape);

/** Default metrics ports; two, since an API and a worker may share a machine and its variables. */
export const DEFAULT_METRICS_PORT = { api: 9464, worker: 9465 } as const;

/** Who issues access tokens. */
export type OauthConfig =
  | {
      issuer: 'own';
      /** The first signs; all verify. */
      keys: readonly [SigningKey, ...SigningKey[]];
      /** The first signs; all verify. */
      cookieKeys: readonly string[];
    }
  | {
      issuer: 'external';
      /** The `iss` claim of the tokens. */
      url: string;
      /** undefined: read from the issuer's metadata. */
      jwksUrl: string | undefined;
      /** Claim that identifies the user: `email`, or one that is compared with the user's external subject. */
      userClaim: string;
      /** The console as that issuer knows it: a public client. */
      console: { clientId: string; scope: string };
    };

/** Settings of the API and the worker; docs/operations.md has the same table for operators. */
export interface ServiceConfig {
  logLevel: string;
  http: {
    host: string;
    port: number;
    /** Origin under which callers reach the service; no trailing slash. */
    publicUrl: string;
    corsOrigins: string[];
    /** Whether unversioned paths are served, or answered with 410. */
    legacyRoutes: 'serve' | 'gone';
    /** Addresses or CIDR ranges whose X-Forwarded-For is trusted. */
    trustedProxies: string[];
    /** A request that waits for work answers after this long at the latest; each kind of request has a limit below it. */
    longestWaitMs: number;
    /** E-mail address or URL on the accessibility page. */
    accessibilityContact: string | undefined;
    /** E-mail address or URL in security.txt; undefined: it is not served. */
    securityContact: string | undefined;
    /** How often the credential of an open event stream is checked. */
    streamRecheckMs: number;
    /** How long a stopping process still serves while /readyz fails. */
    stopDelayMs: number;
  };
  database: {
    /** For the pool; may point to a pooler in transaction mode. */
    url: string;
    /** Points to the server itself, for LISTEN, advisory locks and migrations, which need a session. */
    directUrl: string;
    poolSize: number;
    /** false behind a transaction-mode pooler without support for prepared statements. */
    prepareStatements: boolean;
  };
  /** Keys for what is encrypted at rest: the first encrypts, all decrypt. */
  secretsKeys: SecretsKeys;
  /** Binary logarithm of scrypt's cost N for passwords. */
  passwordLogN: number;
  oauth: OauthConfig;
  mcp: {
    /** Host names, besides that of the public URL, under which the MCP endpoint may be reached. */
    allowedHosts: string[];
    /** A call of a tool that costs more is confirmed by a person where the client can ask, credits. */
    confirmCredits: number;
  };
  temporal: TemporalConfig;
  /** Where metrics are served; port undefined: the default of the process. */
  metrics: { host: string; port: number | undefined };
  /** undefined: nothing is traced. */
  tracing: TracingConfig | undefined;
  worker: {
    healthPort: number;
    /** Which version of the workers this process is; undefined: worker versioning is off. */
    version: DeploymentVersion | undefined;
    /** Names of the queues that the process serves; empty: all. */
    queues: string[];
    aiConcurrency: number;
  };
  /** By how much the process's clock and PostgreSQL's may differ. */
  clockToleranceMs: number;
  reconcile: {
    /** An open execution without changes for this long is compared with its workflow run. */
    staleAfterMs: number;
    /** Pause between two rounds of housekeeping. */
    intervalMs: number;
  };
  ai: AiConfig;
  /** Address before the paths of listings; undefined: no listing can be read. */
  marketplaceUrl: string | undefined;
  payments: {
    /** Signing secrets of the gateways; a gateway without one is disabled. Several during rotation. */
    secrets: { stripe: string[]; generic: string[] };
    /** Stripe's key for opening its pages; undefined: nothing is sold through Stripe. */
    stripeKey: string | undefined;
    /** Origin of Stripe's API. */
    stripeApiUrl: string;
    /** Address of the generic gateway's payment page, with `{query}`; undefined: it has none. */
    pageTemplate: string | undefined;
    /** The operator's billing catalogue, not validated yet; undefined: the built-in one. */
    catalogue: unknown;
    /** The JSON about who sells; undefined where no file is named. */
    seller: unknown;
    /** The JSON about tax; undefined where no file is named. */
    taxRules: unknown;
    /** Names of accounts for the accounting export, in the same way; undefined: their purposes. */
    accounts: unknown;
  };
  /** The mail server; undefined: no mails are sent, and people get links to pass on. */
  mail: MailConfig | undefined;
  /** The way of calls to others; undefined: directly. */
  proxy: OutboundProxy | undefined;
  /** Hours from the end of a month until the Schedule bills its use. */
  billingGraceHours: number;
  /** Days from the issue of an invoice to its due date, of partners whose terms nobody has set. */
  paymentTermsDays: number;
  /** Calls to addresses that partners name. */
  outbound: {
    /** Whether they may be http too. */
    allowHttp: boolean;
    /** Networks (CIDR) that may be called although they are not public. */
    allowedNetworks: string[];
    /** Ports of the operator's own services, which stay closed in those networks. */
    closedPorts: number[];
  };
  /** Networks (CIDR) in which sites of OAuth clients may be called although they are not public. */
  oauthClientNetworks: string[];
  /** Days that rows are kept, by the setting of their table (RETENTION_…_DAYS), where the operator chose others. */
  retentionDays: Record<string, number>;
  /** Settings `LIMIT_…` by name: how many records of a kind a partner may have. */
  limits: Record<string, number>;
}

const days = z.coerce.number().int().min(1);

function retentionSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^RETENTION_\w+_DAYS$/.test(name)));
}

const limit = z.coerce.number().int().min(1);

function limitSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('LIMIT_')));
}

type Values = z.output<typeof schema>;

/** Reads the settings of the API or the worker from the environment; throws one SettingsError that names every bad variable. */
export function loadServiceConfig(env: NodeJS.ProcessEnv = process.env): ServiceConfig {
  const values = environment(schema, env);
  const config = { ...configOf(values, env), ai: aiConfig(values) };
  refuseUnpaidPages(config.payments);
  return config;
}

/**
 * The settings of a release step, which asks no AI, opens no payment page, and need not have the secrets for them; throws one
 * SettingsError that names every bad variable.
 */
export function loadSetupConfig(env: NodeJS.ProcessEnv = process.env): Omit<ServiceConfig, 'ai'> {
  return configOf(environment(schema, env), env);
}

function configOf(values: Values, env: NodeJS.ProcessEnv): Omit<ServiceConfig, 'ai'> {
  const retentionDays = environment(z.record(z.string(), days), retentionSettings(env));
  const limits = environment(z.record(z.string(), limit), limitSettings(env));
  return {
    retentionDays,
    limits,
    logLevel: values.LOG_LEVEL,
    http: {
      host: values.HOST,
      port: values.PORT,
      publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
      corsOrigins: values.CORS_ORIGINS,
      legacyRoutes: values.LEGACY_ROUTES,
      trustedProxies: values.TRUSTED_PROXIES,
      longestWaitMs: values.REQUEST_WAIT_SECONDS * 1000,
      streamRecheckMs: values.STREAM_RECHECK_SECONDS * 1000,
      accessibilityContact: values.ACCESSIBILITY_CONTACT,
      securityContact: values.SECURITY_CONTACT,
      stopDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
    },
    database: {
      url: values.DATABASE_URL,
      directUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
      poolSize: values.DATABASE_POOL_SIZE,
      prepareStatements: !values.DATABASE_TRANSACTION_POOLER,
    },
    secretsKeys: values.SECRETS_KEY,
    passwordLogN: passwordLogN(values),
    oauth: oauthConfig(values),
    mcp: { allowedHosts: values.MCP_ALLOWED_HOSTS, confirmCredits: values.MCP_CONFIRM_CREDITS },
    temporal: temporalConfig(values),
    metrics: { host: values.METRICS_HOST, port: values.METRICS_PORT },
    tracing: tracingConfig(values),
    worker: {
      healthPort: values.WORKER_HEALTH_PORT,
      version: deploymentVersion(values),
      queues: values.WORKER_QUEUES,
      aiConcurrency: values.AI_CONCURRENCY,
    },
    clockToleranceMs: values.CLOCK_TOLERANCE_SECONDS * 1000,
    reconcile: {
      staleAfterMs: values.RECONCILE_STALE_SECONDS * 1000,
      intervalMs: values.RECONCILE_INTERVAL_SECONDS * 1000,
    },
    marketplaceUrl: values.MARKETPLACE_BASE_URL,
    payments: {
      secrets: { stripe: values.STRIPE_WEBHOOK_SECRET, generic: values.GENERIC_WEBHOOK_SECRET },
      stripeKey: values.STRIPE_SECRET_KEY,
      stripeApiUrl: values.STRIPE_API_URL,
      pageTemplate: values.PAYMENT_LINK_TEMPLATE,
      catalogue: jsonFile('BILLING_CATALOGUE', values.BILLING_CATALOGUE),
      seller: jsonFile('BILLING_SELLER', values.BILLING_SELLER),
      taxRules: jsonFile('BILLING_TAX_RULES', values.BILLING_TAX_RULES),
      accounts: jsonFile('BILLING_ACCOUNTS', values.BILLING_ACCOUNTS),
    },
    mail: mailConfig(values),
    proxy: proxyConfig(values),
    billingGraceHours: values.BILLING_GRACE_HOURS,
    paymentTermsDays: values.BILLING_PAYMENT_TERMS_DAYS,
    outbound: {
      allowHttp: values.WEBHOOK_ALLOW_HTTP,
      allowedNetworks: values.WEBHOOK_ALLOWED_NETWORKS,
      closedPorts: values.WEBHOOK_CLOSED_PORTS,
    },
    oauthClientNetworks: values.OAUTH_CLIENT_NETWORKS,
  };
}

/** Throws where a page would take money for which no event could come. */
function refuseUnpaidPages({ secrets, stripeKey, pageTemplate }: ServiceConfig['payments']): void {
  if (stripeKey !== undefined && secrets.stripe.length === 0)
    throw new SettingsError(
      'STRIPE_SECRET_KEY: needs STRIPE_WEBHOOK_SECRET, since Stripe’s events grant what was bought',
    );
  if (pageTemplate !== undefined && secrets.generic.length === 0)
    throw new SettingsError(
      'PAYMENT_LINK_TEMPLATE: needs GENERIC_WEBHOOK_SECRET, since its events grant what was bought',
    );
}

/** Throws when the password cost is too low for a service that other machines can reach. */
function passwordLogN({ PASSWORD_COST_LOG2: logN, HOST, PUBLIC_URL }: Values): number {
  const hosts = [HOST, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])];
  if (logN >= MIN_PASSWORD_LOG_N || hosts.every((host) => LOOPBACK.test(host))) return logN;
  throw new SettingsError(
    `PASSWORD_COST_LOG2: must be at least ${MIN_PASSWORD_LOG_N} unless HOST and PUBLIC_URL are the loopback, as in tests`,
  );
}

function oauthConfig(values: Values): OauthConfig {
  if (values.OAUTH_ISSUER) {
    return {
      issuer: 'external',
      url: values.OAUTH_ISSUER,
      jwksUrl: values.OAUTH_JWKS_URL,
      userClaim: values.OAUTH_USER_CLAIM,
      console: { clientId: values.CONSOLE_OAUTH_CLIENT_ID, scope: values.CONSOLE_OAUTH_SCOPE },
    };
  }
  const [secretsKey, ...previous] = values.SECRETS_KEY;
  const [first, ...others] = values.OAUTH_KEYS;
  return {
    issuer: 'own',
    keys: first ? [first, ...others] : [deriveSigningKey(secretsKey), ...previous.map(deriveSigningKey)],
    cookieKeys: values.SECRETS_KEY.map(deriveCookieKey),
  };
}
