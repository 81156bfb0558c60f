import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTRACTS } from '../workflows/contracts.ts';
import { bundlePath, requireRegistered } from './bundle.ts';

/**
 * Path of the workflow bundle. Unless a release step has built it, a child process does, since the bundler would not
 * release its memory. Throws when a flow has no workflow in it.
 */
export async function prepareBundle(): Promise<string> {
  requireRegistered(CONTRACTS.map(({ workflow }) => workflow));
  const path = bundlePath();
  if (existsSync(path)) return path;
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bundle.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The workflow bundle could not be built.');
  return path;
}
