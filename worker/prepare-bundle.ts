import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTRACTS } from '../workflows/contracts.ts';
import { bundlePath, requireRegistered } from './bundle.ts';

/** What is kept of the bundler's words about a failure, characters. */
const MAX_WRITTEN = 2_000;

/**
 * Path of the workflow bundle. Unless a release step has built it, a child process does, since the bundler would not
 * release its memory. Throws when a flow has no workflow in it.
 */
export async function prepareBundle(): Promise<string> {
  requireRegistered(CONTRACTS.map(({ workflow }) => workflow));
  const path = bundlePath();
  if (existsSync(path)) return path;
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bundle.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The bundler writes for people; the log of this process has lines of JSON only.
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    written = (written + part).slice(-MAX_WRITTEN);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The workflow bundle could not be built: ${written}`);
  return path;
}
