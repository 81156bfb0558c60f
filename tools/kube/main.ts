import path from 'node:path';
import { execa } from 'execa';
import { stopOnSignals } from '../../test/environment/stop-on-signals.ts';
import { CHART, objectsOf, render, VALUES } from '../chart/render.ts';
import { missing } from '../image/run.ts';
import { definitionFiles, kubernetesBinaries, kubernetesVersion } from './binaries.ts';
import { podsOf } from './pods.ts';
import { type KubernetesServer, startKubernetes } from './server.ts';

/**
 * `npm run kube`: gives the chart's objects to a real API server of Kubernetes, with each file of deploy/chart/ci: strictly, by the
 * restricted Pod Security Standard, the pods of each template too, and without a warning. Then a release is installed and upgraded
 * from one set of values to the next, since some fields cannot change. Nothing runs the objects. Exits with 1 when anything is
 * wrong, with 2 without Go or helm.
 */
const NAMESPACE = 'marketwright';

const absent = await missing(['go', 'helm']);
if (absent.length > 0) {
  process.stderr.write(`Install ${absent.join(' and ')} first.\n`);
  process.exit(2);
}
process.stdout.write(`Getting Kubernetes ${await kubernetesVersion()}; from nothing Go builds it for half an hour …\n`);
const binaries = await kubernetesBinaries();
const cleanUp = new AsyncDisposableStack();
const leave = stopOnSignals(() => cleanUp.disposeAsync());
try {
  const server = cleanUp.use(await startKubernetes(binaries));
  await prepare(server);
  await report('a pod that may be root is refused', () => refusesRoot(server));
  for (const file of VALUES) await tryObjects(server, file);
  for (const file of [...VALUES, ...VALUES.slice(0, 1)]) {
    await report(`a release of ${file}, installed or upgraded`, () => upgrade(server, file));
  }
} finally {
  await leave();
}

/** What a cluster has before the chart comes: namespace, custom resources, the class and account that values name. */
async function prepare({ kubectl }: KubernetesServer): Promise<void> {
  await kubectl(['create', 'namespace', NAMESPACE]);
  const standards = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
  await kubectl(['label', 'namespace', NAMESPACE, ...standards]);
  // What a controller would make.
  await kubectl(['create', 'serviceaccount', 'default', `--namespace=${NAMESPACE}`]);
  await kubectl(['create', 'priorityclass', 'services', '--value=1000']);
  for (const file of await definitionFiles()) await kubectl(['apply', '--server-side', `--filename=${file}`]);
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
}

/** Else what is found well here would say nothing. */
async function refusesRoot({ kubectl }: KubernetesServer): Promise<void> {
  const spec = { containers: [{ name: 'a', image: 'a' }] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec };
  const said = await kubectl(
    ['apply', '--dry-run=server', `--namespace=${NAMESPACE}`, '--filename=-'],
    JSON.stringify(pod),
  ).catch(String);
  if (!said.includes('violates PodSecurity')) throw new Error(`It was not: ${said}`);
}

async function tryObjects({ kubectl }: KubernetesServer, file: string): Promise<void> {
  const objects = objectsOf(await render(file, (await kubernetesVersion()).slice(1)));
  const apply = async (given: readonly unknown[]) => {
    const input = given.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
    const said = await kubectl(
      ['apply', '--server-side', '--dry-run=server', '--validate=strict', `--namespace=${NAMESPACE}`, '--filename=-'],
      input,
    );
    if (said.includes('Warning:')) throw new Error(said);
  };
  await report(`objects of ${file}: ${objects.length}`, () => apply(objects));
  const { pods, accounts: named } = podsOf(objects);
  const accounts = named.filter((name) => name !== 'default');
  for (const account of accounts) {
    await kubectl(['create', 'serviceaccount', account, `--namespace=${NAMESPACE}`]);
  }
  await report(`pods of ${file}: ${pods.length}`, () => apply(pods));
  for (const account of accounts) await kubectl(['delete', 'serviceaccount', account, `--namespace=${NAMESPACE}`]);
}

/** Hooks are left out: nothing would run their jobs. */
async function upgrade({ kubeconfig }: KubernetesServer, file: string): Promise<void> {
  const values = `--values=${path.join(CHART, file)}`;
  const { all, failed } = await execa(
    'helm',
    [
      'upgrade',
      '--install',
      'mw',
      CHART,
      `--namespace=${NAMESPACE}`,
      '--no-hooks',
      `--kubeconfig=${kubeconfig}`,
      values,
    ],
    { all: true, reject: false },
  );
  if (failed || all.includes('Warning:')) throw new Error(all);
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    process.stdout.write(`ok      ${what}\n`);
  } catch (error) {
    process.stdout.write(`PROBLEM ${what}\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
