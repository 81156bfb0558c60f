import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { SECRETS } from '../../infra/config/environment.ts';
import { DEFAULT_METRICS_PORT, SETTINGS } from '../../infra/config/service.ts';
import { PROGRAMS } from '../../infra/deploy/programs.ts';
import { firstGroups, readProjectFile } from '../../test/environment/repository.ts';
import { QUEUES } from '../../workflows/queues.ts';
import { CUSTOM_KINDS, helm, objectsOf, render, VALUES } from './render.ts';

jest.setTimeout(120_000);

const labels = z.record(z.string(), z.string());
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  command: z.never().optional(),
  env: pairs,
  envFrom: z.never().optional(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  securityContext: z.unknown(),
  resources: z.object({ requests: labels, limits: labels }),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
});
const volume = z.object({
  name: z.string(),
  projected: z
    .object({
      sources: z.array(
        z.object({
          secret: z.object({ name: z.string(), items: z.array(z.object({ key: z.string(), path: z.string() })) }),
        }),
      ),
    })
    .optional(),
});
const pod = z.object({
  metadata: z.object({ labels }),
  spec: z.object({
    automountServiceAccountToken: z.boolean(),
    enableServiceLinks: z.boolean(),
    securityContext: z.unknown(),
    serviceAccountName: z.string().optional(),
    terminationGracePeriodSeconds: z.number().optional(),
    hostNetwork: z.never().optional(),
    hostPID: z.never().optional(),
    initContainers: z.never().optional(),
    containers: z.tuple([container]),
    volumes: z.array(volume),
  }),
});
const metadata = z.object({
  name: z.string(),
  namespace: z.string(),
  labels: labels.default({}),
  annotations: labels.default({}),
});
const object = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata,
  spec: z.record(z.string(), z.unknown()).default({}),
  data: labels.default({}),
});
const workload = object.extend({
  spec: z.object({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: labels }).optional(),
    template: pod,
    backoffLimit: z.number().optional(),
    activeDeadlineSeconds: z.number().optional(),
  }),
});
type Thing = z.output<typeof object>;
type Workload = z.output<typeof workload>;

/** Objects of one kind. */
function ofKind(things: readonly Thing[], kind: string): Thing[] {
  return things.filter((thing) => thing.kind === kind);
}
function workloads(things: readonly Thing[]): Workload[] {
  return things.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map((thing) => workload.parse(thing));
}
const envOf = ({ spec }: Workload) =>
  new Map(spec.template.spec.containers[0].env.map(({ name, value }) => [name, value]));
const programOf = ({ spec }: Workload) => spec.template.spec.containers[0].args[0] ?? '';
const selects = (selector: Record<string, string>, of: Record<string, string>) =>
  Object.entries(selector).every(([key, value]) => of[key] === value);
const matchLabels = (thing: Thing, field = 'selector') =>
  z.object({ matchLabels: labels }).parse(thing.spec[field]).matchLabels;

/** The least that is needed, and what the arguments set. */
async function renderMinimal(...more: string[]): Promise<Thing[]> {
  return z.array(object).parse(objectsOf(await render('ci/minimal.yaml', undefined, more)));
}

const isThere = (() => {
  try {
    return execFileSync('helm', ['version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();

if (!isThere) test.skip('SKIPPED, since helm is missing: what the chart renders', () => undefined);

(isThere ? describe : describe.skip)('the chart', () => {
  const rendered = new Map<string, Thing[]>();
  const of = (values: string) => rendered.get(`ci/${values}.yaml`) ?? [];
  beforeAll(async () => {
    for (const file of VALUES) rendered.set(file, z.array(object).parse(objectsOf(await render(file))));
  });

  describe.each(VALUES)('with %s', (file) => {
    let things: Thing[];
    beforeAll(() => {
      things = rendered.get(file) ?? [];
    });

    test('names each object once, in its namespace', () => {
      const names = things.map(({ kind, metadata: { name } }) => `${kind}/${name}`);
      expect(new Set(names).size).toBe(names.length);
      expect(things.map(({ metadata: { namespace } }) => namespace)).toEqual(things.map(() => 'marketwright'));
      for (const { kind, apiVersion } of things) {
        if (!/^(?:v1|apps|batch|policy|autoscaling|networking\.k8s\.io)/.test(apiVersion)) {
          expect([kind, apiVersion]).toEqual([kind, CUSTOM_KINDS[kind]]);
        }
      }
    });

    test('runs the programs of the image in the restricted context', () => {
      const found = workloads(things);
      const rollout = file === 'ci/everything.yaml' ? ['rollout'] : [];
      expect([...new Set(found.map(programOf))].sort()).toEqual(['api', ...rollout, 'setup', 'worker']);
      for (const { spec, kind } of found) {
        const { template } = spec;
        const [main] = template.spec.containers;
        expect(Object.keys(PROGRAMS)).toContain(main.args[0]);
        expect(main.args.length > 1).toBe(main.args[0] === 'rollout');
        expect(template.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
        expect(template.spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: 10001,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(main.securityContext).toEqual({
          runAsNonRoot: true,
          runAsUser: 10001,
          runAsGroup: 10001,
          privileged: false,
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(main.resources.limits).toHaveProperty('memory');
        const writable = main.volumeMounts.filter(({ readOnly }) => readOnly !== true);
        expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/tmp']);
        const mounted = main.volumeMounts.map(({ name }) => name).sort();
        expect(template.spec.volumes.map(({ name }) => name).sort()).toEqual(mounted);
        if (kind === 'Deployment') {
          const ports = main.ports.map(({ name }) => name);
          const probes = [main.startupProbe, main.livenessProbe, main.readinessProbe].map((each) => each?.httpGet);
          expect(probes.map((each) => each?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
          for (const each of probes) expect(ports).toContain(each?.port);
        }
      }
    });

    test('sets variables that the service knows, what is required, and no secret', () => {
      const secrets: readonly string[] = SECRETS;
      for (const each of workloads(things)) {
        const env = envOf(each);
        const program = programOf(each);
        const { containers, volumes } = each.spec.template.spec;
        expect(env.size).toBe(containers[0].env.length);
        for (const [name, value] of env) {
          expect(secrets).not.toContain(name);
          expect(value).not.toBe('');
          // As written by people, not by a computer: no 2.147483648e+09, no %!s(…), no <nil>.
          expect(value).not.toMatch(/e\+\d|%!|<nil>/);
          const secret = name.replace(/_FILE$/, '');
          if (name.endsWith('_FILE') && secrets.includes(secret)) {
            expect(value).toBe(`/run/secrets/marketwright/${secret}`);
            const { projected } = volumes.find((each) => each.name === 'secrets') ?? {};
            const paths = projected?.sources.flatMap(({ secret: { items } }) => items.map((item) => item.path));
            expect(paths).toContain(secret);
          } else if (!/^(?:NODE_EXTRA_CA_CERTS|LIMIT_\w+|RETENTION_\w+_DAYS)$/.test(name)) {
            expect(SETTINGS).toContain(name);
          }
        }
        const required = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'PUBLIC_URL'];
        const stores = program === 'rollout' ? [] : ['DATABASE_URL_FILE', 'SECRETS_KEY_FILE'];
        expect([...env.keys()]).toEqual(expect.arrayContaining([...required, ...stores]));
        const serves = ['api', 'worker'].includes(program);
        expect(env.has('OPENAI_API_KEY_FILE') || env.has('OPENAI_BASE_URL')).toBe(serves || env.has('OPENAI_BASE_URL'));
        expect(env.get('METRICS_HOST')).toBe(env.get('HOST'));
        expect(env.has('HOST')).toBe(serves);
      }
      expect(ofKind(things, 'Secret')).toEqual([]);
    });

    test('serves every queue, by workers that say which', () => {
      const workers = workloads(things).filter((each) => programOf(each) === 'worker');
      const queues = workers.flatMap((each) => envOf(each).get('WORKER_QUEUES')?.split(','));
      expect(queues.sort()).toEqual([...QUEUES].sort());
      for (const { spec } of workers) expect(spec.template.spec.terminationGracePeriodSeconds).toBe(35);
    });

    test('runs setup before anything is rolled, whatever an earlier release left', () => {
      const [job] = ofKind(things, 'Job').filter(({ metadata: { name } }) => name.endsWith('-setup'));
      const hooks = things.filter(({ metadata: { annotations } }) => annotations['helm.sh/hook']?.startsWith('pre-'));
      expect(hooks.map(({ kind }) => kind).sort()).toEqual(['Job', 'NetworkPolicy']);
      for (const { metadata: about } of hooks) {
        expect(about.annotations).toMatchObject({
          'helm.sh/hook': 'pre-install,pre-upgrade',
          'helm.sh/hook-delete-policy': 'before-hook-creation',
        });
        expect(about.name).toBe(job?.metadata.name);
      }
      const weights = hooks.map(({ kind, metadata: { annotations } }) => [
        kind,
        Number(annotations['helm.sh/hook-weight']),
      ]);
      expect(weights.sort()).toEqual([
        ['Job', -5],
        ['NetworkPolicy', -10],
      ]);
      const setup = workload.parse(job);
      expect(setup.spec).toMatchObject({ backoffLimit: 3, activeDeadlineSeconds: 1500 });
      // Hooks come first, so they find nothing that the release makes.
      const made = things.filter((thing) => !hooks.includes(thing)).map(({ metadata: { name } }) => name);
      const { serviceAccountName, volumes } = setup.spec.template.spec;
      expect(made).not.toContain(serviceAccountName);
      for (const name of ['files']) expect(volumes.map((each) => each.name)).not.toContain(name);
    });

    test('leads each selector to its pods, and each name to its Deployment', () => {
      const pods = workloads(things).map((each) => ({
        name: each.metadata.name,
        is: each.spec.template.metadata.labels,
      }));
      const deployments = workloads(things).filter(({ kind }) => kind === 'Deployment');
      const selectedBy = (selector: Record<string, string>) =>
        pods.filter(({ is }) => selects(selector, is)).map(({ name }) => name);
      for (const {
        metadata: { name },
        spec,
      } of deployments) {
        expect(selectedBy(spec.selector?.matchLabels ?? {})).toEqual([name]);
        const [budget] = ofKind(things, 'PodDisruptionBudget').filter((each) => each.metadata.name === name);
        expect(budget && selectedBy(matchLabels(budget))).toEqual([name]);
        const scalers = things.filter(
          (each) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(each.kind) && each.metadata.name === name,
        );
        expect([name, scalers.length]).toEqual([name, spec.replicas === undefined ? 1 : 0]);
        for (const {
          spec: { scaleTargetRef },
        } of scalers)
          expect(scaleTargetRef).toMatchObject({ name });
      }
      for (const kind of ['HorizontalPodAutoscaler', 'ScaledObject', 'PodDisruptionBudget']) {
        for (const { metadata: about } of ofKind(things, kind)) {
          expect(deployments.map(({ metadata: { name } }) => name)).toContain(about.name);
        }
      }
      for (const service of ofKind(things, 'Service')) {
        expect(selectedBy(labels.parse(service.spec['selector'])).length).toBeGreaterThan(0);
      }
    });

    test('lets pods reach, and be reached by, what they need', () => {
      const policies = ofKind(things, 'NetworkPolicy').map((each) => ({
        name: each.metadata.name,
        selector: matchLabels(each, 'podSelector'),
        spec: each.spec,
      }));
      const deny = policies.find(({ name }) => name.endsWith('-deny'));
      expect(deny?.spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] });
      expect(deny?.spec['ingress']).toBeUndefined();
      const outbound = policies.find(({ name }) => name.endsWith('-outbound'));
      for (const each of workloads(things)) {
        const is = each.spec.template.metadata.labels;
        expect(selects(deny?.selector ?? { none: '' }, is)).toBe(true);
        const queues = envOf(each).get('WORKER_QUEUES')?.split(',') ?? [];
        const callsOthers = ['mw-ai', 'mw-ai-sandbox', 'mw-embeddings', 'mw-seo', 'mw-webhooks'].some((queue) =>
          queues.includes(queue),
        );
        const reaches = selects(outbound?.selector ?? { none: '' }, is);
        expect([each.metadata.name, reaches]).toEqual([each.metadata.name, programOf(each) === 'api' || callsOthers]);
      }
      const allowed = JSON.stringify(policies.map(({ spec }) => spec));
      const address = envOf(workloads(things)[0] as Workload).get('TEMPORAL_ADDRESS');
      expect(allowed).toContain(`{"protocol":"TCP","port":${address?.split(':').at(-1)}}`);
    });
  });

  test('has the ports of the processes', () => {
    const ports = workloads(of('minimal')).flatMap((each) =>
      each.spec.template.spec.containers[0].ports.map(
        ({ name, containerPort }) => `${programOf(each)} ${name} ${containerPort}`,
      ),
    );
    expect(new Set(ports)).toEqual(
      new Set([
        'api http 8080',
        `api metrics ${DEFAULT_METRICS_PORT.api}`,
        'worker health 8081',
        `worker metrics ${DEFAULT_METRICS_PORT.worker}`,
      ]),
    );
  });

  test('gives processes what the compose file gives them', () => {
    const [, block = ''] =
      /environment: &environment\n((?: {4}(?:\w+:|#) .+\n)+)/.exec(readProjectFile('deploy/compose.yaml')) ?? [];
    const needed = [...block.matchAll(/^ {4}(\w+): (.+)$/gm)].flatMap(([, name = '', value = '']) =>
      // What most leave out.
      value.includes(':-') || ['TEMPORAL_UI_URL', 'TRUSTED_PROXIES'].includes(name) ? [] : [name],
    );
    expect(needed.length).toBeGreaterThan(5);
    for (const each of workloads(of('minimal'))) {
      const other = programOf(each) === 'setup' ? ['METRICS_HOST', 'OPENAI_API_KEY_FILE'] : [];
      expect([...envOf(each).keys()]).toEqual(expect.arrayContaining(needed.filter((name) => !other.includes(name))));
    }
    const programs = firstGroups(readProjectFile('deploy/compose.yaml'), /^ +command: \[([\w-]+)/gm);
    expect([...new Set(workloads(of('minimal')).map(programOf))].sort()).toEqual(programs.sort());
  });

  test('keeps what setup needs from the secrets that only others need', () => {
    const setup = workloads(of('everything')).find((each) => programOf(each) === 'setup') as Workload;
    const secrets = setup.spec.template.spec.volumes.find(({ name }) => name === 'secrets')?.projected?.sources;
    expect(secrets?.flatMap(({ secret: { items } }) => items.map(({ path }) => path))).toEqual([
      'DATABASE_URL',
      'SECRETS_KEY',
      'TEMPORAL_API_KEY',
    ]);
  });

  test('lets settings of one kind of process win, and writes numbers in full', () => {
    const everything = workloads(of('everything'));
    const api = everything.find((each) => programOf(each) === 'api') as Workload;
    expect(envOf(api).get('LOG_LEVEL')).toBe('info');
    expect(envOf(api).get('HOST')).toBe('::');
    expect(api.spec.template.spec.terminationGracePeriodSeconds).toBe(45);
    const ai = everything.find(({ metadata: { name } }) => name.includes('worker-ai')) as Workload;
    expect(Object.fromEntries(envOf(ai))).toMatchObject({
      LOG_LEVEL: 'debug',
      AI_CONCURRENCY: '100',
      TEMPORAL_TLS: 'true',
    });
    expect(envOf(workloads(of('ingress-hpa'))[0] as Workload).get('LIMIT_TEXT_BYTES')).toBe('2147483648');
  });

  test('names builds of workers, whose Deployments outlive an upgrade', async () => {
    const workers = workloads(of('everything')).filter((each) => programOf(each) === 'worker');
    expect(workers).toHaveLength(4);
    for (const each of workers) {
      expect(each.metadata.name).toMatch(/-0-3-0-rc-1$/);
      expect(each.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
      expect(envOf(each).get('WORKER_BUILD_ID')).toBe('0.3.0-rc.1');
    }
    const [scaled] = ofKind(of('everything'), 'ScaledObject');
    expect(JSON.stringify(scaled?.spec)).toContain('"workerDeploymentBuildId":"0.3.0-rc.1"');
    const rollout = workloads(of('everything')).find((each) => programOf(each) === 'rollout');
    expect(rollout?.metadata.annotations).toEqual({
      'helm.sh/hook': 'post-install,post-upgrade,post-rollback',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
    expect(rollout?.spec.template.spec.containers[0].args).toEqual([
      'rollout',
      '0.3.0-rc.1',
      '--steps=10,50',
      '--pause=60',
    ]);
    expect(rollout && [...envOf(rollout).keys()].filter((name) => name.endsWith('_FILE'))).toEqual([
      'TEMPORAL_API_KEY_FILE',
    ]);
    const next = z
      .array(object)
      .parse(objectsOf(await render('ci/everything.yaml', undefined, ['--set=image.tag=0.3.0'])));
    const selectors = [...workers, ...workloads(next)].map(({ spec }) => JSON.stringify(spec.selector));
    // The API's, those of jobs (none), and those of four kinds of workers in two builds.
    expect(new Set(selectors).size).toBe(2 + 2 * 4);
  });

  test('lets a process have what is off, nothing or empty, where the settings of all are not', async () => {
    const things = await renderMinimal(
      '--set=settings.DATABASE_TRANSACTION_POOLER=true,api.settings.DATABASE_TRANSACTION_POOLER=false',
      '--set=settings.SHUTDOWN_DELAY_SECONDS=15,api.settings.SHUTDOWN_DELAY_SECONDS=0',
      '--set=settings.MARKETPLACE_BASE_URL=https://a.example.com',
      '--set-string=workers.main.settings.MARKETPLACE_BASE_URL=',
    );
    const settingsOf = (name: string) => {
      const found = workloads(things).find((each) => each.metadata.name.endsWith(name)) as Workload;
      return { ...Object.fromEntries(envOf(found)), grace: found.spec.template.spec.terminationGracePeriodSeconds };
    };
    expect(settingsOf('-api')).toMatchObject({
      DATABASE_TRANSACTION_POOLER: 'false',
      SHUTDOWN_DELAY_SECONDS: '0',
      grace: 30,
    });
    expect(settingsOf('-worker-main')).toMatchObject({ DATABASE_TRANSACTION_POOLER: 'true', MARKETPLACE_BASE_URL: '' });
  });

  test.each([
    ['2.5', 33],
    ['60', 90],
    ['', 35],
  ])('gives an API that still serves for "%s" seconds %i in all', async (delay, grace) => {
    const things = await renderMinimal(`--set-string=settings.SHUTDOWN_DELAY_SECONDS=${delay}`);
    const api = workloads(things).find((each) => programOf(each) === 'api');
    expect(api?.spec.template.spec.terminationGracePeriodSeconds).toBe(grace);
  });

  test('gives builds Deployments of their own, however alike and long their names and that of the release are', async () => {
    const release = 'r'.repeat(53);
    const ofBuild = async (build: string) => {
      const more = [`--set=workerVersioning.enabled=true,image.tag=${build}`, `--name-template=${release}`];
      return z.array(object).parse(objectsOf(await render('ci/gateway-keda.yaml', undefined, more)));
    };
    const builds = await Promise.all(
      ['main-20261130-120000-a1.', 'main-20261130-120000-b2', 'v'.repeat(128)].map(ofBuild),
    );
    const workers = builds.flatMap((things) => workloads(things).filter((each) => programOf(each) === 'worker'));
    expect(new Set(workers.map(({ metadata: { name } }) => name)).size).toBe(3 * 4);
    for (const { metadata: about } of builds.flat()) {
      expect(about.name).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
      for (const value of Object.values(about.labels))
        expect(value).toMatch(/^[A-Za-z0-9]([-._A-Za-z0-9]{0,61}[A-Za-z0-9])?$/);
    }
  });

  test('gives the Service the families of addresses at which the pods listen', () => {
    const familiesOf = (values: string) => ofKind(of(values), 'Service')[0]?.spec['ipFamilyPolicy'];
    expect([familiesOf('minimal'), familiesOf('everything')]).toEqual(['SingleStack', 'PreferDualStack']);
  });

  test('lets the workers of workflows reach the server of embeddings where there is one, since evaluations ask it', async () => {
    const outboundOf = (things: readonly Thing[]) =>
      Object.fromEntries(
        workloads(things)
          .filter((each) => programOf(each) === 'worker')
          .map(({ metadata: { name }, spec }) => [
            name.replace('mw-marketwright-worker-', ''),
            spec.template.metadata.labels['marketwright/outbound'],
          ]),
      );
    const others = { ai: 'true', calls: 'true', documents: 'false' };
    expect(outboundOf(of('minimal'))).toEqual({ ...others, main: 'false' });
    const embedding = await renderMinimal('--set=settings.EMBEDDINGS_MODEL=text-embedding-3-small');
    expect(outboundOf(embedding)).toEqual({ ...others, main: 'true' });
  });

  test('makes no workers where a controller does', async () => {
    const switchedOn = ['--set=workerVersioning.controller=true,workers.ai.autoscaling.kind=temporal'];
    const things = await renderMinimal(...switchedOn);
    expect(workloads(things).map(programOf).sort()).toEqual(['api', 'setup']);
    expect(things.filter(({ metadata: { name } }) => name.includes('worker'))).toEqual([]);
  });

  test('asks Temporal for the backlog with the credentials of the workers', () => {
    const [authentication] = ofKind(of('mtls-secrets'), 'TriggerAuthentication');
    expect(authentication?.spec['secretTargetRef']).toEqual([
      { parameter: 'cert', name: 'marketwright-temporal-client', key: 'tls.crt' },
      { parameter: 'key', name: 'marketwright-temporal-client', key: 'tls.key' },
      { parameter: 'ca', name: 'temporal-ca', key: 'ca.crt' },
    ]);
    const [main] = ofKind(of('gateway-keda'), 'ScaledObject').filter(({ metadata: { name } }) =>
      name.endsWith('-main'),
    );
    expect(main?.spec['triggers']).toEqual([
      {
        type: 'temporal',
        metadata: {
          endpoint: 'temporal-frontend.temporal.svc.cluster.local:7233',
          namespace: 'marketwright',
          taskQueue: 'mw-main',
          queueTypes: 'workflow,activity',
          targetQueueSize: '20',
        },
      },
    ]);
  });

  test('leads callers to the API, by the host of the public URL', () => {
    const [ingress] = ofKind(of('ingress-hpa'), 'Ingress');
    const [route] = ofKind(of('gateway-keda'), 'HTTPRoute');
    const [service] = ofKind(of('minimal'), 'Service');
    expect(ingress?.spec).toMatchObject({ rules: [{ host: 'marketwright.example.com' }] });
    expect(JSON.stringify(ingress?.spec)).toContain(
      `"service":{"name":"${service?.metadata.name}","port":{"name":"http"}}`,
    );
    expect(route?.spec).toMatchObject({
      hostnames: ['marketwright.example.com'],
      rules: [{ backendRefs: [{ name: service?.metadata.name, port: 80 }] }],
    });
  });

  test('brings alerts and dashboards, by the names of jobs that they know', () => {
    const [rules] = ofKind(of('everything'), 'PrometheusRule');
    expect(rules?.spec).toEqual(parse(readProjectFile('deploy/monitoring/rules.yaml')));
    const jobs = ofKind(of('everything'), 'ServiceMonitor').map(({ spec }) => JSON.stringify(spec));
    for (const job of ['marketwright-api', 'marketwright-worker']) {
      expect(jobs.filter((spec) => spec.includes(`"replacement":"${job}"`))).toHaveLength(1);
    }
    const [boards] = ofKind(of('everything'), 'ConfigMap');
    for (const name of ['partners.json', 'staff.json']) {
      const board = boards?.data[`marketwright-${name}`] ?? '';
      expect(JSON.parse(board)).toEqual(JSON.parse(readProjectFile(`deploy/monitoring/dashboards/${name}`)));
    }
  });

  const REFUSED: [string, string[], RegExp][] = [
    ['a typing error', ['--set=imgae.tag=1'], /imgae/],
    ['one deep inside', ['--set=api.autoscaling.maxReplica=3'], /maxReplica/],
    ['an unknown setting', ['--set=settings.LOG_LEVLE=debug'], /LOG_LEVLE/],
    ['an unknown limit', ['--set=settings.LIMIT_TEXTS=3'], /LIMIT_TEXTS/],
    ['a secret among the settings', ['--set=settings.SECRETS_KEY=abc'], /SECRETS_KEY/],
    ['a setting that the chart makes', ['--set=settings.WORKER_QUEUES=mw-main'], /WORKER_QUEUES/],
    ['a secret as a value', ['--set=secrets.OPENAI_API_KEY.value=abc'], /value/],
    ['no database', ['--set=secrets.DATABASE_URL=null'], /DATABASE_URL/],
    ['an unknown queue', ['--set=workers.ai.queues={mw-api}'], /queues/],
    ['a queue that nobody serves', ['--set=workers.documents=null'], /no group serves the queue mw-knowledge/],
    ['more pods at least than at most', ['--set=api.autoscaling.maxReplicas=1'], /api.autoscaling: minReplicas/],
    ['the same of workers', ['--set=workers.ai.autoscaling.minReplicas=9'], /workers.ai.autoscaling: minReplicas/],
    ['no image', ['--set=image.repository='], /repository/],
    ['no Temporal', ['--set=temporal.address='], /address/],
    ['a path in the public URL', ['--set=publicUrl=https://a.example.com/b'], /publicUrl/],
    ['no AI provider', ['--set=secrets.OPENAI_API_KEY=null'], /no AI provider/],
    ['callers that all look alike', ['--set=ingress.enabled=true'], /trustedProxies/],
    ['a route to no Gateway', ['--set=gateway.enabled=true,trustedProxies={10.0.0.0/8}'], /parentRefs/],
    ['files without their ConfigMap', ['--set=files.keys.BILLING_SELLER=seller.json'], /files.existingConfigMap/],
    ['labels that select', ['--set-string=pods.labels.app\\.kubernetes\\.io/name=x'], /labels/],
    [
      'a build without a name',
      [`--set=workerVersioning.enabled=true,image.digest=sha256:${'a'.repeat(64)}`],
      /buildId/,
    ],
    [
      'a backlog that KEDA cannot ask for',
      ['--set=temporal.tls.enabled=true,workers.ai.autoscaling.kind=temporal'],
      /KEDA speaks TLS/,
    ],
    [
      'two makers of workers',
      ['--set=workerVersioning.enabled=true,workerVersioning.controller=true'],
      /either the chart/,
    ],
    ['an old Kubernetes', ['--kube-version=1.28.0'], /kubeVersion/],
  ];
  test.each(REFUSED)('refuses %s', async (_what, more, reason) => {
    await expect(render('ci/minimal.yaml', undefined, more)).rejects.toThrow(reason);
  });

  test('is found right by helm lint', async () => {
    await expect(helm('lint', ['--kube-version=1.33.0', '--set=publicUrl=x'])).rejects.toThrow(/publicUrl/);
    await expect(
      helm('lint', [
        '--kube-version=1.33.0',
        '--set=publicUrl=https://a.example.com,image.repository=a/b,temporal.address=t:1',
      ]),
    ).resolves.toContain('0 chart(s) failed');
  });
});
