import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/**
 * The `bin` folder of a Python environment that has what the requirements name, made on the first call; they are pinned, so it is
 * kept. Throws where there is no Python or no package index.
 */
export async function ensurePython(requirements: string): Promise<string> {
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 8);
  const folder = path.join(CACHE, `python-${path.basename(path.dirname(requirements))}-${version}`);
  const bin = path.join(folder, 'bin');
  const ready = path.join(folder, 'ready');
  if (existsSync(ready)) return bin;
  await runProgram('python3', ['-m', 'venv', '--clear', folder]);
  await runProgram(path.join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  await writeFile(ready, '');
  return bin;
}

/** Runs a program to its end and shows what it writes. Throws when it fails. */
export async function runProgram(command: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const code = await exitCodeOf(command, args, env);
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}

/** As `runProgram`, for programs whose exit code says what they found; null: a signal ended it. */
export async function exitCodeOf(command: string, args: string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
