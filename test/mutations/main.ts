/**
 * `npm run mutations`: leaves out one thing at a time in a copy of the repository, and expects the gates to name it. `-- <word>`
 * tries those with the word in their name; `-- --static` those that need no running product.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { copyRepository } from './copy.ts';
import { type Gate, MUTATIONS, type Mutation } from './mutations.ts';

const START =
  "import { FLOWS } from './worker/areas.ts'; import { prepareBundle } from './worker/prepare-bundle.ts'; if (FLOWS.length > 0) await prepareBundle();";

const words = process.argv.slice(2).filter((word) => word !== '--static');
const chosen = MUTATIONS.filter(
  ({ name, spoken }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) &&
    !(process.argv.includes('--static') && Object.keys(spoken).some((gate) => gate.includes('acceptance'))),
);
const copy = await mkdtemp(path.join(tmpdir(), 'marketwright-mutations-'));
/** Most of a type check is that of the files as they are. */
const INCREMENTAL = ['--incremental', '--tsBuildInfoFile', path.join(copy, 'types.tsbuildinfo')];
let silent = 0;
try {
  await copyRepository(copy);
  const gates = [...new Set(chosen.flatMap(({ spoken }) => Object.keys(spoken) as Gate[]))];
  for (const gate of gates) {
    const { passed, output } = await pass(gate);
    if (!passed) throw new Error(`${gate} fails although nothing was left out:\n${output.slice(-4_000)}`);
  }
  for (const mutation of chosen) await tryOut(mutation);
} finally {
  await rm(copy, { recursive: true, force: true });
}
process.stdout.write(`${chosen.length} left out, ${silent} gates silent\n`);
process.exitCode = silent === 0 ? 0 : 1;

/** Leaves it out, asks each gate, and puts it back. */
async function tryOut({ name, file, find, replace = '', spoken }: Mutation): Promise<void> {
  const target = path.join(copy, file);
  const text = await readFile(target, 'utf8');
  await writeFile(
    target,
    text.replace(find, () => replace),
  );
  try {
    for (const [gate, said] of Object.entries(spoken) as [Gate, string][]) {
      const { passed, output } = await pass(gate);
      const names = !passed && output.includes(said);
      if (!names) silent += 1;
      const verdict = names ? said : passed ? 'SILENT' : `FAILS, BUT DOES NOT SAY ${said}`;
      process.stdout.write(`${name} -> ${gate}: ${verdict}\n`);
    }
  } finally {
    await writeFile(target, text);
  }
}

async function pass(gate: Gate): Promise<{ passed: boolean; output: string }> {
  const modules = path.join(copy, 'node_modules');
  const options = { cwd: copy, all: true, reject: false } as const;
  const node = (...args: string[]) => execa(process.execPath, ['--no-warnings', ...args], options);
  const ran = () => {
    if (gate === 'types') return execa(path.join(modules, '.bin/tsc'), ['-p', '.', ...INCREMENTAL], options);
    if (gate === 'worker start') return node('--input-type=module', '--eval', START);
    return node('--experimental-vm-modules', path.join(modules, 'jest/bin/jest.js'), '--maxWorkers=1', gate);
  };
  const { exitCode, all } = await ran();
  return { passed: exitCode === 0, output: all };
}
