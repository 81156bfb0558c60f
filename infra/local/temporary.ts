import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFileIfPresent } from './files.ts';
import { isLock, lockHolder, takeLock } from './lock.ts';
import { endLeftovers } from './processes.ts';
import { readSecrets, removeState, statePaths } from './state.ts';

const PREFIX = 'marketwright-temporary-';

/** A folder for a temporary stack that PostgreSQL's user can pass through; the files in it keep to their owners. */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, PREFIX));
  await chmod(folder, 0o711);
  return folder;
}

/** Ends and removes temporary stacks whose owner died without stopping them, such as a test run that was killed. */
export async function sweepTemporaryFolders(parent = tmpdir()): Promise<void> {
  for (const name of (await readdir(parent)).filter((found) => found.startsWith(PREFIX))) {
    await sweep(path.join(parent, name)).catch(() => undefined);
  }
}

async function sweep(folder: string): Promise<void> {
  if ((await stat(folder)).uid !== process.getuid?.()) return;
  const paths = statePaths(folder);
  // One without a lock is only being made.
  if ((await readFileIfPresent(paths.lock)) === undefined || !(await readSecrets(paths))) return;
  // Looked at before it is tried: trying puts a file into the folder, which its owner may be removing just now.
  if (await lockHolder(paths.lock)) return;
  const lock = await takeLock(paths.lock);
  if (!isLock(lock)) return;
  await endLeftovers(paths);
  await removeState(paths);
}
