import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { freePort } from '../../infra/local/ports.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { KubernetesBinaries } from './binaries.ts';

const START_LIMIT_MS = 120_000;

/** An API server of Kubernetes without anything that would act on its objects. */
export interface KubernetesServer extends AsyncDisposable {
  kubeconfig: string;
  /** Runs kubectl with this on its input. Resolves to what it printed; throws with it where it fails. */
  kubectl(args: readonly string[], input?: string): Promise<string>;
}

/** Starts an API server and its store on free ports of this machine, with files of their own. */
export async function startKubernetes(binaries: KubernetesBinaries): Promise<KubernetesServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-kube-'));
  const file = (name: string) => path.join(folder, name);
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file('accounts.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  await writeFile(file('tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const kubeconfig = file('kubeconfig');
  const entry = (kind: string, value: object) => [{ name: 'here', [kind]: value }];
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'here',
      clusters: entry('cluster', { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true }),
      users: entry('user', { token }),
      contexts: entry('context', { cluster: 'here', user: 'here' }),
    }),
    { mode: 0o600 },
  );

  const start = (name: string, program: string, args: string[]) => {
    const log = { file: file(`${name}.log`) };
    const child = execa(program, args, { cwd: folder, stdin: 'ignore', stdout: log, stderr: log, reject: false });
    child.catch(() => undefined);
    return child;
  };
  const etcd = start('etcd', binaries.etcd, [
    `--data-dir=${file('etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
    '--unsafe-no-fsync',
  ]);
  const apiserver = start('kube-apiserver', binaries.apiserver, [
    `--etcd-servers=http://127.0.0.1:${client}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${file('certificates')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${file('accounts.pem')}`,
    `--service-account-signing-key-file=${file('accounts.pem')}`,
    `--token-auth-file=${file('tokens.csv')}`,
    '--authorization-mode=RBAC',
  ]);
  const kubectl = async (args: readonly string[], input = '') => {
    const { all, failed } = await execa(binaries.kubectl, [`--kubeconfig=${kubeconfig}`, ...args], {
      input,
      all: true,
      reject: false,
    });
    if (failed) throw new Error(all);
    return all;
  };
  const stop = async () => {
    for (const child of [apiserver, etcd]) {
      child.kill('SIGTERM', new Error('It is over.'));
      await child;
    }
    await rm(folder, { recursive: true });
  };
  try {
    await waitUntil('the API server', () => kubectl(['get', '--raw=/readyz']), {
      limitMs: START_LIMIT_MS,
      retryErrors: true,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { kubeconfig, kubectl, [Symbol.asyncDispose]: stop };
}
