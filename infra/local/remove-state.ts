import { lstat, readdir, readlink, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { fallbackFolders } from './postgres/location.ts';
import { STATE_ENTRIES, type StatePaths } from './state.ts';

/**
 * Removes everything the stack keeps: its entries of the data folder, the folder itself when nothing else is in it, and what had to
 * be put elsewhere. The caller has made sure that the folder is ours and that nothing runs on it. Returns what was removed.
 */
export async function removeState(paths: StatePaths): Promise<string[]> {
  const removed: string[] = [];
  const remove = async (place: string) => {
    if (!(await lstat(place).catch(() => undefined))) return;
    await rm(place, { recursive: true, force: true });
    removed.push(place);
  };
  for (const folder of await fallbackFoldersOf(paths)) await remove(folder);
  const present = await readdir(paths.dataDir);
  // secrets.json marks the folder as ours and goes last, so that a reset that was cut off can be repeated.
  for (const entry of STATE_ENTRIES) {
    for (const name of present.filter((found) => isOf(entry, found))) await remove(path.join(paths.dataDir, name));
  }
  await rmdir(paths.dataDir).then(
    () => removed.push(paths.dataDir),
    // Something that is not ours is in it.
    () => undefined,
  );
  return removed;
}

/** An entry, or a temporary file that a crash left on the way to it. */
function isOf(entry: string, found: string): boolean {
  return found === entry || (found.startsWith(`${entry}.`) && /^\.[0-9a-f]{12}\.tmp$/.test(found.slice(entry.length)));
}

async function fallbackFoldersOf(paths: StatePaths): Promise<string[]> {
  const candidates = fallbackFolders(paths.dataDir);
  const linked = await readlink(paths.postgres).catch(() => undefined);
  const own = linked && path.dirname(linked);
  // The link is followed only to a folder of the name that only this data folder has.
  if (own && candidates.some((candidate) => path.basename(candidate) === path.basename(own))) candidates.push(own);
  const ours = await Promise.all(candidates.map(async (place) => ((await isOurs(place)) ? [place] : [])));
  return [...new Set(ours.flat())];
}

async function isOurs(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || found.uid === process.getuid();
}
