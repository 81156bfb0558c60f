import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode, parseJson, readFileIfPresent } from './files.ts';
import { isAlive, startOf } from './processes.ts';

const holderSchema = z.object({ pid: z.number().int().positive(), start: z.string() });

/** The process that holds a lock. */
export type LockHolder = z.output<typeof holderSchema>;

/** A lock this process holds. */
export interface Lock {
  release(): Promise<void>;
}

/** The live process that holds the lock file; undefined when it is free or its holder has died. */
export async function lockHolder(file: string): Promise<LockHolder | undefined> {
  const parsed = holderSchema.safeParse(parseJson((await readFileIfPresent(file)) ?? ''));
  if (!parsed.success) return undefined;
  const { pid, start } = parsed.data;
  return (await isAlive(pid)) && (await startOf(pid)) === start ? parsed.data : undefined;
}

/** Takes the lock file for this process. Returns the holder instead when another live process has it. */
export async function takeLock(file: string): Promise<Lock | LockHolder> {
  const own = JSON.stringify({ pid: process.pid, start: (await startOf(process.pid)) ?? '' });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(temporary, own, { flag: 'wx' });
  try {
    // A link appears with its whole text or fails because the name is taken, so nobody reads half a lock.
    while (!(await linked(temporary, file))) {
      const seen = await readFileIfPresent(file);
      const holder = await lockHolder(file);
      if (holder) return holder;
      if (seen !== undefined) await removeStale(file, seen);
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** Tells a lock that was taken from the holder that stood in the way. */
export function isLock(taken: Lock | LockHolder): taken is Lock {
  return 'release' in taken;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead holder's file, unless somebody replaced it since it was read: then it is put back. */
async function removeStale(file: string, seen: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}.stale`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== seen) await linked(aside, file);
  await rm(aside, { force: true });
}
