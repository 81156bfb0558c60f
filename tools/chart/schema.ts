import { LIMITS } from '../../domain/kernel/limits.ts';
import * as tables from '../../domain/tables.ts';
import { SECRETS } from '../../infra/config/environment.ts';
import { SETTINGS } from '../../infra/config/service.ts';
import { tablesOf } from '../../infra/database/table.ts';
import { QUEUES } from '../../workflows/queues.ts';

/** Settings that the chart makes from values of its own. */
const OF_THE_CHART = [
  'HOST',
  'PORT',
  'METRICS_HOST',
  'METRICS_PORT',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_DEPLOYMENT_NAME',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_UI_URL',
  'TEMPORAL_WORKER_BUILD_ID',
  'WORKER_BUILD_ID',
  'WORKER_DEPLOYMENT_NAME',
  'WORKER_HEALTH_PORT',
  'WORKER_QUEUES',
];
/** Settings that name a file, which comes from a ConfigMap. */
const FILES = ['AI_PRICES_FILE', 'BILLING_ACCOUNTS', 'BILLING_CATALOGUE', 'BILLING_SELLER', 'BILLING_TAX_RULES'];

/** What operators may set under `settings`, by its name in the environment. */
export function plainSettings(): string[] {
  const others: readonly string[] = [...SECRETS, ...OF_THE_CHART, ...FILES];
  const retention = tablesOf(tables).flatMap(({ retention: kept }) => (kept?.setting ? [kept.setting] : []));
  const limits = Object.keys(LIMITS).map((limit) => `LIMIT_${limit.toUpperCase()}`);
  const names = [...SETTINGS, ...limits, ...retention];
  return [...new Set(names)].filter((name) => !others.includes(name)).sort();
}

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', minLength: 1 };
const flag: Schema = { type: 'boolean' };
const port: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };
const texts: Schema = { type: 'object', additionalProperties: text };
const anything: Schema = { type: 'object' };

function count(minimum: number): Schema {
  return { type: 'integer', minimum };
}

function listOf(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

/** An object of these properties only, of which some, or all, must be there. */
function only(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return { type: 'object', additionalProperties: false, properties, ...(required.length > 0 ? { required } : {}) };
}

function mapOf(names: readonly string[], value: Schema): Schema {
  return only(Object.fromEntries(names.map((key) => [key, value])), []);
}

const resources = only({
  requests: { type: 'object', additionalProperties: { type: ['string', 'number'] }, required: ['cpu', 'memory'] },
  limits: {
    type: 'object',
    additionalProperties: { type: ['string', 'number'] },
    required: ['memory', 'ephemeral-storage'],
  },
});
const settings: Schema = { $ref: '#/definitions/settings' };

function autoscaling(kinds: readonly string[], more: Readonly<Record<string, Schema>>): Schema {
  const bounds = { minReplicas: count(1), maxReplicas: count(1), targetCPUUtilizationPercentage: count(1) };
  return only({ kind: { enum: kinds }, ...bounds, ...more });
}

const worker = only({
  queues: listOf({ enum: QUEUES }, { minItems: 1, uniqueItems: true }),
  replicas: count(1),
  autoscaling: autoscaling(['none', 'cpu', 'temporal'], { targetQueueSize: count(1) }),
  outbound: flag,
  resources,
  settings,
});

const secret = only({ existingSecret: name, key: name });
/** Without these not even setup runs. */
const REQUIRED_SECRETS: readonly string[] = ['DATABASE_URL', 'SECRETS_KEY'];

const rollout = only({
  enabled: flag,
  steps: listOf({ type: 'number', minimum: 0, maximum: 100 }),
  pauseSeconds: count(0),
  activeDeadlineSeconds: count(60),
});

/** Labels of pods that select nothing: those of the chart do. */
const podLabels: Schema = {
  ...texts,
  propertyNames: { not: { pattern: '^(app\\.kubernetes\\.io|helm\\.sh|marketwright)/' } },
};

/** The schema of the chart's values, strict to the last key: a typing error is refused, never left out. */
export function valuesSchema(): Schema {
  const certificate = { existingSecret: text, key: name };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Written by `npm run chart -- --write`.',
    definitions: {
      settings: mapOf(plainSettings(), { type: ['string', 'number', 'boolean'] }),
      worker,
    },
    // Helm itself adds `global` to the values of every chart.
    ...only(
      {
        global: anything,
        image: only({
          repository: { ...name, pattern: '^[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*$' },
          tag: { type: 'string', pattern: '^[A-Za-z0-9_.-]{0,128}$' },
          digest: { type: 'string', pattern: '^(sha256:[0-9a-f]{64})?$' },
          pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
          pullSecrets: listOf(name),
        }),
        publicUrl: { type: 'string', pattern: '^https?://[^/@?#]+$' },
        trustedProxies: listOf(name),
        listenAddress: name,
        temporal: only({
          address: { type: 'string', pattern: '^[^/]+:[0-9]+$' },
          namespace: name,
          uiUrl: { type: 'string', pattern: '^(https?://[^/]+)?$' },
          tls: only({
            enabled: flag,
            serverName: text,
            authority: only(certificate),
            client: only({ existingSecret: text, certificateKey: name, privateKeyKey: name }),
          }),
        }),
        secrets: only(
          Object.fromEntries(
            SECRETS.map((key) => [
              key,
              REQUIRED_SECRETS.includes(key) ? secret : { anyOf: [{ type: 'null' }, secret] },
            ]),
          ),
          REQUIRED_SECRETS,
        ),
        settings,
        files: only({ existingConfigMap: text, keys: mapOf(FILES, { ...name, pattern: '^[-._a-zA-Z0-9]+$' }) }),
        authorities: only({ existingConfigMap: text, key: name }),
        api: only({ replicas: count(1), autoscaling: autoscaling(['none', 'cpu'], {}), resources, settings }),
        workers: {
          type: 'object',
          propertyNames: { pattern: '^[a-z]([a-z0-9-]{0,18}[a-z0-9])?$' },
          additionalProperties: { anyOf: [{ type: 'null' }, { $ref: '#/definitions/worker' }] },
        },
        workerVersioning: only({
          enabled: flag,
          controller: flag,
          rollout,
          buildId: { type: 'string', pattern: '^([A-Za-z0-9][A-Za-z0-9_.+-]{0,62})?$' },
        }),
        setup: only({ enabled: flag, activeDeadlineSeconds: count(60), backoffLimit: count(0), resources }),
        service: only({ type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] }, port, annotations: texts }),
        ingress: only({ enabled: flag, className: text, annotations: texts, tlsSecret: text }),
        gateway: {
          ...only({ enabled: flag, annotations: texts, parentRefs: listOf({ ...anything, required: ['name'] }) }),
          if: { properties: { enabled: { const: true } } },
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
          then: { properties: { parentRefs: { minItems: 1 } } },
        },
        networkPolicy: only({
          enabled: flag,
          dns: only({ to: listOf(anything) }),
          postgres: only({ ports: listOf(port, { minItems: 1 }), to: listOf(anything) }),
          temporal: only({ to: listOf(anything) }),
          outbound: only({ ports: listOf(port, { minItems: 1 }), exceptIPv4: listOf(name), exceptIPv6: listOf(name) }),
          callers: listOf(anything),
          prometheus: listOf(anything),
          extraEgress: listOf(anything),
        }),
        monitoring: only({
          serviceMonitor: only({
            enabled: flag,
            labels: texts,
            interval: { type: 'string', pattern: '^[0-9]+(ms|s|m)$' },
          }),
          prometheusRule: only({ enabled: flag, labels: texts }),
          dashboards: only({ enabled: flag, labels: texts, annotations: texts }),
        }),
        serviceAccount: only({ name: text, annotations: texts }),
        pods: only({
          annotations: texts,
          labels: podLabels,
          nodeSelector: texts,
          tolerations: listOf(anything),
          priorityClassName: text,
        }),
      },
      ['image', 'publicUrl', 'temporal', 'secrets', 'api', 'workers'],
    ),
  };
}
