import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { loadLocalConfig } from '../infra/config/local.ts';
import { buildConsole } from '../infra/local/console.ts';
import { errorMessage } from '../infra/local/files.ts';
import { terminalProgress } from '../infra/local/progress.ts';
import { resolveTemporal } from '../infra/local/temporal/resolve.ts';
import { type FailedFile, failedFiles, jestResults, reportOf } from './run-report.ts';

/** What `npm test` runs. The last line it prints is `N passed, N failed`. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Test files load much and keep little; more room for new objects saves some 5 % of the processor time. */
const MEMORY = '--max-semi-space-size=64';
/** As the npm script has it; without npm between, signals reach it. */
const JEST = ['--experimental-vm-modules', '--no-warnings', MEMORY, path.join(ROOT, 'node_modules/jest/bin/jest.js')];
/** A test run that takes longer hangs. */
const JEST_LIMIT_MS = 90 * 60_000;
/** What jest with the product that it starts, and the largest gate beside it, need; with less memory the gates come first. */
const MEMORY_FOR_BOTH = 8 * 1024 ** 3;
/** Several checkers each check what the files share: beside the tests, which use the cores, one takes half the processor time and memory. */
const ONE_CHECKER = ['--singleThreaded'];
/**
 * So few files are run once more, by themselves, as runners of browser tests do: what passes then is named as flaky, since
 * among 19,000 tests some wait for a machine that is busy. More files, of which there are some 560, have a common reason, and a fault
 * fails twice.
 */
const MOST_FLAKY_FILES = 12;
/** Gates give way to the tests, which have limits of time, and use the cores while those wait. */
const GATE_PRIORITY = 10;

/** Whoever is asked to stop lets the tests stop what they have started. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

interface Gate {
  title: string;
  pass: () => Promise<boolean>;
}

interface JestNumbers {
  passed: number;
  failed: number;
  failures: FailedFile[];
}

/** Make what the tests and the other gates need. Each gate counts as one test beside those of jest. */
const BUILDS: Gate[] = [
  // The console's types are made with it.
  { title: 'console build', pass: unlessThrown(() => buildConsole({ report: () => undefined })) },
  { title: 'workflow bundle', pass: npmScript('build') },
  { title: 'Temporal server', pass: unlessThrown(getTemporal) },
];
const GATES: Gate[] = [
  { title: 'type check', pass: npmScript('check:types', ...ONE_CHECKER) },
  { title: 'type check of the console', pass: npmScript('check:console-types', ...ONE_CHECKER) },
  { title: 'lint and format', pass: npmScript('check:style') },
  { title: 'import boundaries', pass: npmScript('check:boundaries') },
  { title: 'TSDoc lines', pass: npmScript('check:docs') },
  { title: 'standard terms', pass: npmScript('check:words') },
  { title: 'linear expressions', pass: npmScript('check:expressions') },
  { title: 'promises of the released API', pass: npmScript('check:api') },
  { title: 'unused exports', pass: npmScript('check:exports') },
];

let passed = 0;
let failed = 0;
let isStopping = false;
for (const signal of SIGNALS) {
  process.on(signal, () => {
    isStopping = true;
  });
}

await Promise.all(BUILDS.map(runGate));
if (process.availableMemory() < MEMORY_FOR_BOTH) {
  await runGates();
  await runTests();
} else {
  await Promise.all([runGates(), runTests()]);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

async function runGates(): Promise<void> {
  for (const gate of GATES) await runGate(gate);
}

async function runGate({ title, pass }: Gate): Promise<void> {
  const startedAt = performance.now();
  const ok = !isStopping && (await pass());
  if (ok) passed += 1;
  else failed += 1;
  process.stdout.write(`${ok ? 'passed' : 'FAILED'}  ${title} (${seconds(startedAt)} s)\n`);
}

async function runTests(): Promise<void> {
  const first = await timedJest('jest', process.argv.slice(2));
  passed += first.passed;
  failed += first.failed;
  const { failures } = first;
  if (isStopping || failures.length === 0 || failures.length > MOST_FLAKY_FILES) return;
  const again = await timedJest('jest, again', [
    '--maxWorkers=1',
    '--runTestsByPath',
    ...failures.map((file) => file.path),
  ]);
  for (const file of failures) {
    passed -= file.passed;
    failed -= file.failed;
    if (again.failures.some(({ path: failing }) => failing === file.path)) continue;
    for (const name of file.tests) process.stdout.write(`flaky   ${path.relative(ROOT, file.path)}: ${name}\n`);
  }
  passed += again.passed;
  failed += again.failed;
}

async function timedJest(title: string, args: string[]): Promise<JestNumbers> {
  const startedAt = performance.now();
  const numbers = await runJest(args);
  const { passed: good, failed: bad } = numbers;
  process.stdout.write(
    `${bad === 0 ? 'passed' : 'FAILED'}  ${title}: ${good} passed, ${bad} failed (${seconds(startedAt)} s)\n`,
  );
  return numbers;
}

/** A script of package.json; its output is shown when it fails. */
function npmScript(name: string, ...args: string[]): () => Promise<boolean> {
  return async () => {
    const { code, output } = await run('npm', ['run', '--silent', name, '--', ...args], { isGate: true });
    if (code !== 0) process.stdout.write(`${output}\n`);
    return code === 0;
  };
}

function unlessThrown(work: () => Promise<unknown>): () => Promise<boolean> {
  return async () => {
    try {
      await work();
      return true;
    } catch (error) {
      process.stdout.write(`${errorMessage(error)}\n`);
      return false;
    }
  };
}

/** The tests of whole stacks need it; getting it for the first time takes longer than a test may. */
async function getTemporal(): Promise<void> {
  const { cacheDir, temporalCliPath, searchPath } = loadLocalConfig();
  const { signal } = new AbortController();
  const progress = terminalProgress(process.stdout);
  const report = (line: string) => void process.stdout.write(`${line}\n`);
  await resolveTemporal({
    address: undefined,
    cliPath: temporalCliPath,
    searchPath,
    cacheDir,
    progress,
    report,
    signal,
  });
}

/** Runs jest, says where the time went, and counts; a file that could not be run counts as one failure. */
async function runJest(args: string[]): Promise<JestNumbers> {
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-results-'));
  try {
    const file = path.join(folder, 'jest.json');
    const options = ['--json', `--outputFile=${file}`, ...args];
    const { code } = await run(process.execPath, [...JEST, ...options], { isGate: false });
    const written = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
    if (written === undefined) return { passed: 0, failed: 1, failures: [] };
    const results = jestResults.parse(written);
    process.stdout.write(`${reportOf(results, ROOT).join('\n')}\n`);
    const failures = failedFiles(results);
    // By file, since a second run of a file replaces what the first has counted.
    const numbers = { passed: results.numPassedTests, failed: sum(failures.map((file) => file.failed)), failures };
    return code === 0 ? numbers : { ...numbers, failed: Math.max(1, numbers.failed) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

async function run(
  command: string,
  args: string[],
  { isGate }: { isGate: boolean },
): Promise<{ code: number | undefined; output: string }> {
  const child = execa(command, args, {
    cwd: ROOT,
    // jest's own JSON goes to stdout, too; its report for people to stderr.
    stdin: 'ignore',
    stdout: isGate ? 'pipe' : 'ignore',
    stderr: isGate ? 'pipe' : 'inherit',
    all: isGate,
    preferLocal: true,
    localDir: ROOT,
    env: { NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node') },
    timeout: JEST_LIMIT_MS,
    reject: false,
  });
  if (isGate && child.pid !== undefined) setPriority(child.pid, GATE_PRIORITY);
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const { exitCode, all } = await child;
  for (const signal of SIGNALS) process.off(signal, forward);
  return { code: exitCode, output: all ?? '' };
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
