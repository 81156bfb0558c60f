import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { loadLocalConfig } from '../infra/config/local.ts';
import { terminalProgress } from '../infra/local/progress.ts';
import { resolveTemporal } from '../infra/local/temporal/resolve.ts';

/** What `npm test` runs. The last line it prints is `N passed, N failed`. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** As the npm script has it; without npm between, signals reach it. */
const JEST = ['--experimental-vm-modules', '--no-warnings', path.join(ROOT, 'node_modules/jest/bin/jest.js')];
/** A test run that takes longer hangs. */
const JEST_LIMIT_MS = 60 * 60_000;

/** Whoever is told to stop lets the tests stop what they have started. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Gate {
  title: string;
  pass: () => Promise<boolean>;
}

interface Numbers {
  passed: number;
  failed: number;
}

/** Each counts as one test beside those of jest. */
const GATES: Gate[] = [
  // First: the others look at the client that it generates.
  { title: 'console, its types and its build', pass: npmScript('check:console') },
  { title: 'type check', pass: npmScript('check:types') },
  { title: 'lint and format', pass: npmScript('check:style') },
  { title: 'room rules', pass: npmScript('check:rooms') },
  { title: 'TSDoc lines', pass: npmScript('check:docs') },
  { title: 'promises of the released API', pass: npmScript('check:api') },
  { title: 'unused exports', pass: npmScript('check:exports') },
  { title: 'workflow bundle', pass: npmScript('build') },
  { title: 'Temporal server', pass: getTemporal },
];

let passed = 0;
let failed = 0;
for (const gate of GATES) {
  const startedAt = performance.now();
  const ok = await gate.pass();
  if (ok) passed += 1;
  else failed += 1;
  process.stdout.write(`${ok ? 'passed' : 'FAILED'}  ${gate.title} (${seconds(startedAt)} s)\n`);
}
const jestStartedAt = performance.now();
const jest = await runJest(process.argv.slice(2));
passed += jest.passed;
failed += jest.failed;
process.stdout.write(
  `${jest.failed === 0 ? 'passed' : 'FAILED'}  jest: ${jest.passed} passed, ${jest.failed} failed (${seconds(jestStartedAt)} s)\n`,
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** A script of package.json; its output is shown when it fails. */
function npmScript(name: string): () => Promise<boolean> {
  return async () => {
    const { code, output } = await run('npm', ['run', '--silent', name], { capture: true });
    if (code !== 0) process.stdout.write(`${output}\n`);
    return code === 0;
  };
}

/** The tests of whole stacks need it; getting it for the first time takes longer than a test may. */
async function getTemporal(): Promise<boolean> {
  const { cacheDir, temporalCliPath, searchPath } = loadLocalConfig();
  const { signal } = new AbortController();
  const progress = terminalProgress(process.stdout);
  try {
    await resolveTemporal({ address: undefined, cliPath: temporalCliPath, searchPath, cacheDir, progress, signal });
    return true;
  } catch (error) {
    process.stdout.write(`${String(error)}\n`);
    return false;
  }
}

/** Runs jest and counts; a file that could not be run counts as one failure. */
async function runJest(args: string[]): Promise<Numbers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-results-'));
  try {
    const results = path.join(folder, 'jest.json');
    const options = ['--json', `--outputFile=${results}`, ...args];
    const { code } = await run(process.execPath, [...JEST, ...options], { capture: false });
    const counts = await readFile(results, 'utf8').then(JSON.parse, () => undefined);
    if (counts === undefined) return { passed: 0, failed: 1 };
    const numbers = {
      passed: Number(counts.numPassedTests),
      failed: Number(counts.numFailedTests) + Number(counts.numRuntimeErrorTestSuites),
    };
    return code === 0 ? numbers : { ...numbers, failed: Math.max(1, numbers.failed) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  command: string,
  args: string[],
  { capture }: { capture: boolean },
): Promise<{ code: number | undefined; output: string }> {
  const child = execa(command, args, {
    cwd: ROOT,
    // jest's own JSON goes to stdout, too; its report for people to stderr.
    stdin: 'ignore',
    stdout: capture ? 'pipe' : 'ignore',
    stderr: capture ? 'pipe' : 'inherit',
    all: capture,
    preferLocal: true,
    localDir: ROOT,
    env: { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node') },
    timeout: JEST_LIMIT_MS,
    reject: false,
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const { exitCode, all } = await child;
  for (const signal of SIGNALS) process.off(signal, forward);
  return { code: exitCode, output: all ?? '' };
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
