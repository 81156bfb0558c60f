import { globSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../infra/deploy/programs.ts';

/** The folder of the chart. */
export const CHART = path.join(ROOT, 'deploy/chart');
/** Values with which the chart is tried, by their path from the chart. */
export const VALUES: readonly string[] = globSync('ci/*.yaml', { cwd: CHART }).sort();
/** Versions of Kubernetes by whose schemas its objects are checked: the oldest that the chart allows, and newer ones. */
export const KUBERNETES = ['1.29.0', '1.33.0', '1.37.0'] as const;

/** Kinds of others' custom resources, of which Kubernetes has no schema, with the lowest part of their API group. */
export const CUSTOM_KINDS: Readonly<Record<string, string>> = {
  HTTPRoute: 'gateway.networking.k8s.io/v1',
  PrometheusRule: 'monitoring.coreos.com/v1',
  ScaledObject: 'keda.sh/v1alpha1',
  ServiceMonitor: 'monitoring.coreos.com/v1',
  TriggerAuthentication: 'keda.sh/v1alpha1',
};

/** What `helm template` and `helm lint` are given; throws with what helm says when it refuses. */
export async function helm(command: 'template' | 'lint', args: readonly string[]): Promise<string> {
  const release =
    command === 'template' ? ['--name-template=mw', CHART, '--namespace=marketwright'] : [CHART, '--strict'];
  const { stdout } = await execa('helm', [command, ...release, ...args]);
  return stdout;
}

/** The manifests of a release with the values of a file. */
export function render(
  values: string,
  kubernetes: string = KUBERNETES[1],
  more: readonly string[] = [],
): Promise<string> {
  return helm('template', [`--kube-version=${kubernetes}`, `--values=${path.join(CHART, values)}`, ...more]);
}

/** Objects of manifests, as plain data. Throws for YAML that repeats a key or cannot be read. */
export function objectsOf(manifests: string): unknown[] {
  return parseAllDocuments(manifests, { uniqueKeys: true }).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const object: unknown = document.toJS();
    return object === null ? [] : [object];
  });
}
