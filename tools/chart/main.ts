import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { missing } from '../image/run.ts';
import { madeFiles } from './copies.ts';
import { CHART, CUSTOM_KINDS, helm, KUBERNETES, objectsOf, render, VALUES } from './render.ts';

/**
 * `npm run chart`: renders the chart with each file of deploy/chart/ci, and checks the objects by Kubernetes' own schemas and
 * by kube-score, as far as the tools are there. Exits with 1 when anything is wrong, with 2 without helm. `-- --write` only
 * writes the files of the chart that are made from others.
 */
const TOOLS = { helm: 'helm', schemas: 'kubernetes-validate', score: 'kube-score' } as const;
/** Beside a limit for the processor, which would throttle: what kube-score asks for and the chart does in another way. */
const NOT_SCORED = [
  // Tags of releases do not move; digests may be named.
  'container-image-pull-policy',
  // Topology spread constraints do it.
  'deployment-has-host-podantiaffinity',
];

const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
if (values.write) {
  for (const [file, text] of Object.entries(madeFiles())) await writeFile(path.join(CHART, file), text);
} else await check();

async function check(): Promise<void> {
  const absent = await missing(Object.values(TOOLS));
  if (absent.includes(TOOLS.helm)) {
    process.stderr.write('Install helm first (go install helm.sh/helm/v3/cmd/helm@latest).\n');
    process.exit(2);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-chart-'));
  try {
    for (const file of VALUES) {
      await report(`lint ${file}`, () =>
        helm('lint', [`--kube-version=${KUBERNETES[1]}`, `--values=${path.join(CHART, file)}`]),
      );
      for (const kubernetes of KUBERNETES) {
        const standard = path.join(folder, `${path.basename(file, '.yaml')}-${kubernetes}.yaml`);
        const wasRendered = await report(`template ${file}, Kubernetes ${kubernetes}`, async () => {
          const objects = objectsOf(await render(file, kubernetes)).filter((object) => !isCustom(object));
          // One document each: in a List nobody looks at the items.
          await writeFile(standard, objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
        });
        if (!wasRendered) continue;
        if (absent.includes(TOOLS.schemas)) skipped(TOOLS.schemas);
        else {
          const version = kubernetes.replace(/\.0$/, '');
          await report(`schemas ${file}, Kubernetes ${kubernetes}`, () =>
            tool(TOOLS.schemas, ['--strict', '-k', version, standard]),
          );
        }
        if (kubernetes !== KUBERNETES[1]) continue;
        if (absent.includes(TOOLS.score)) skipped(TOOLS.score);
        else await report(`score ${file}`, () => tool(TOOLS.score, scoreArguments(kubernetes, standard)));
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function scoreArguments(kubernetes: string, file: string): string[] {
  const version = `v${kubernetes.replace(/\.0$/, '')}`;
  const ignored = NOT_SCORED.map((test) => `--ignore-test=${test}`);
  return [
    'score',
    '--output-format=ci',
    `--kubernetes-version=${version}`,
    '--ignore-container-cpu-limit',
    ...ignored,
    file,
  ];
}

function isCustom(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'kind' in object && String(object.kind) in CUSTOM_KINDS;
}

async function tool(command: string, args: string[]): Promise<void> {
  const { exitCode, all } = await execa(command, args, { all: true, reject: false });
  if (exitCode !== 0) throw new Error(all ?? '');
}

/** Whether it holds. */
async function report(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    process.stdout.write(`ok      ${what}\n`);
    return true;
  } catch (error) {
    process.stdout.write(`PROBLEM ${what}\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return false;
  }
}

function skipped(name: string): void {
  process.stdout.write(`skipped, since ${name} is missing\n`);
}
