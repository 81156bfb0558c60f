import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = 'console/dist/index.html';
/** What the console is made of: its own code, the packages, and the code that the API document comes from. */
const SOURCES = ['console/*', 'console/src/**/*', 'package-lock.json', 'api/**/*.ts', 'domain/**/*.ts'];
const NOT_SOURCES = ['console/dist', 'console/src/api/generated/**', '**/*.test.ts'];

/** Builds the console unless it is newer than all that it is made of; throws with what the build wrote when that fails. */
export async function buildConsole(options: { report: (line: string) => void; signal?: AbortSignal }): Promise<void> {
  if (!isStale()) return;
  options.report('Building the console …');
  await execa('npm', ['run', '--silent', 'build:console'], {
    cwd: ROOT,
    stdin: 'ignore',
    all: true,
    ...(options.signal && { cancelSignal: options.signal }),
  });
}

function isStale(): boolean {
  const built = changedAt(BUILT);
  return globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).some((file) => changedAt(file) > built);
}

/** Milliseconds of the epoch; 0 for what is not there. */
function changedAt(file: string): number {
  const status = statSync(path.join(ROOT, file), { throwIfNoEntry: false });
  return status?.isFile() ? status.mtimeMs : 0;
}
