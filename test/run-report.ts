import path from 'node:path';
import { z } from 'zod';
import { BUDGET_SECONDS, BUDGETS } from './budgets.ts';

/** What of jest's own report says where the time went. */
export const jestResults = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

/** Jest's own report of a run. */
export type JestResults = z.output<typeof jestResults>;

const SLOWEST = 20;
/** Top-level folders that are reported by subfolder. */
const DIVIDED = ['test', 'tools'];

/** A test file in which something failed. */
export interface FailedFile {
  path: string;
  /** Full names; empty where the file itself could not be run. */
  tests: string[];
  /** Tests; a file that could not be run counts as one that failed. */
  passed: number;
  failed: number;
}

/** The test files in which something failed. */
export function failedFiles({ testResults }: JestResults): FailedFile[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      const passed = assertionResults.filter(({ status }) => status === 'passed').length;
      return { path: name, tests, passed, failed: Math.max(1, tests.length) };
    });
}

/** The slowest tests, the worker-seconds of each top-level folder, and the files beyond their budgets; a line each. `root` is the project's folder. */
export function reportOf(results: JestResults, root: string): string[] {
  const files = results.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: path.relative(root, name),
    ms: Math.max(0, endTime - startTime),
    testMs: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0),
    tests: assertionResults.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 })),
  }));
  return [...slowestTests(files), ...byTopFolder(files), ...beyondBudget(files)];
}

interface FileTime {
  file: string;
  /** From the start of loading to the end of the last hook. */
  ms: number;
  testMs: number;
  tests: { name: string; ms: number }[];
}

function slowestTests(files: FileTime[]): string[] {
  const tests = files.flatMap(({ file, tests: own }) => own.map((test) => ({ ...test, file })));
  const slowest = tests.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST);
  return ['slowest tests', ...slowest.map(({ file, name, ms }) => `${column(ms)} s  ${file}: ${name}`)];
}

function byTopFolder(files: FileTime[]): string[] {
  const folders = new Map<string, { files: number; ms: number; testMs: number }>();
  for (const { file, ms, testMs } of files) {
    const [top = '', sub = ''] = file.split('/');
    const name = DIVIDED.includes(top) && !sub.endsWith('.ts') ? `${top}/${sub}` : top;
    const sum = folders.get(name) ?? { files: 0, ms: 0, testMs: 0 };
    folders.set(name, { files: sum.files + 1, ms: sum.ms + ms, testMs: sum.testMs + testMs });
  }
  const lines = [...folders].sort(([, one], [, other]) => other.ms - one.ms);
  const total = files.reduce((sum, { ms }) => sum + ms, 0);
  return [
    `worker-seconds: ${seconds(total)} in ${files.length} files`,
    ...lines.map(
      ([name, sum]) => `${column(sum.ms)} s  ${name}: ${sum.files} files, ${seconds(sum.testMs)} s in tests`,
    ),
  ];
}

/** A warning, no failure: a machine that does other things besides is slower. */
function beyondBudget(files: FileTime[]): string[] {
  return files.flatMap(({ file, ms }) => {
    const budget = BUDGETS[file]?.seconds ?? BUDGET_SECONDS;
    return ms > budget * 1000 ? [`over budget  ${file} took ${seconds(ms)} s of ${budget} s`] : [];
  });
}

function column(ms: number): string {
  return seconds(ms).padStart(7);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
