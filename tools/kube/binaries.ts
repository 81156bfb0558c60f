import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { loadLocalConfig } from '../../infra/config/local.ts';

/** Programs of Kubernetes that answer for objects: the API server, its store, and the client. */
export interface KubernetesBinaries {
  etcd: string;
  apiserver: string;
  kubectl: string;
}

const MODULE = path.join(import.meta.dirname, 'server');
const PACKAGES = {
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  etcd: 'go.etcd.io/etcd/server/v3',
};
/** From nothing, on two busy cores. */
const BUILD_LIMIT_MS = 90 * 60_000;
/** By it the API server and its client report their version. */
const VERSION_VARIABLE = 'k8s.io/component-base/version.gitVersion';

/** The version of Kubernetes that the module builds, such as `v1.37.2`. */
export async function kubernetesVersion(): Promise<string> {
  const [, version] =
    /^\s*k8s\.io\/kubernetes (v\S+)$/m.exec(await readFile(path.join(MODULE, 'go.mod'), 'utf8')) ?? [];
  if (version === undefined) throw new Error('The module names no version of Kubernetes.');
  return version;
}

/** The programs, built once by Go at the versions and checksums of the module here, and kept in the user's cache. */
export async function kubernetesBinaries(): Promise<KubernetesBinaries> {
  const sums = await Promise.all(['go.mod', 'go.sum'].map((name) => readFile(path.join(MODULE, name))));
  const hash = createHash('sha256').update(Buffer.concat(sums)).digest('hex').slice(0, 12);
  const kept = path.join(loadLocalConfig().cacheDir, 'kubernetes', hash);
  const binaries = {
    etcd: path.join(kept, 'etcd'),
    apiserver: path.join(kept, 'kube-apiserver'),
    kubectl: path.join(kept, 'kubectl'),
  };
  if (existsSync(binaries.apiserver)) return binaries;
  const partial = `${kept}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    const flags = `-X ${VERSION_VARIABLE}=${await kubernetesVersion()}`;
    for (const [name, packagePath] of Object.entries(PACKAGES)) {
      await execa('go', ['build', '-mod=readonly', '-ldflags', flags, '-o', path.join(partial, name), packagePath], {
        cwd: MODULE,
        env: { CGO_ENABLED: '0', GOFLAGS: '' },
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: BUILD_LIMIT_MS,
      });
    }
    await rm(kept, { recursive: true, force: true });
    await rename(partial, kept);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return binaries;
}

/** Definitions of others' custom resources, as their Go modules have them, by module and pattern of the files. */
const DEFINITIONS = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.3.0',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: ['servicemonitors', 'prometheusrules'].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  {
    module: 'github.com/kedacore/keda/v2@v2.17.0',
    files: ['scaledobjects', 'triggerauthentications'].map((kind) => `config/crd/bases/keda.sh_${kind}.yaml`),
  },
];

/** Files with the definitions of the custom resources that the chart makes; Go checks the modules by its checksum database. */
export async function definitionFiles(): Promise<string[]> {
  const files: string[] = [];
  for (const { module, files: names } of DEFINITIONS) {
    const { stdout } = await execa('go', ['mod', 'download', '-json', module], { cwd: '/' });
    const { Dir: folder } = JSON.parse(stdout) as { Dir: string };
    files.push(...names.map((name) => path.join(folder, name)));
  }
  return files;
}
