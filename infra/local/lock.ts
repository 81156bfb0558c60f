import { randomBytes } from 'node:crypto';
import { link, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode, parseJson, readFileIfPresent } from './files.ts';
import { isAlive, startOf } from './processes.ts';

const GUARD_LIMIT_MS = 10_000;

const holderSchema = z.object({ pid: z.number().int().positive(), start: z.string() });

/** The process that holds a lock. */
type LockHolder = z.output<typeof holderSchema>;

/** A lock this process holds. */
export interface Lock {
  release(): Promise<void>;
}

/** The live process that holds the lock file; undefined when it is free or its holder has died. */
export async function lockHolder(file: string): Promise<LockHolder | undefined> {
  return liveHolder(await readFileIfPresent(file));
}

async function liveHolder(text = ''): Promise<LockHolder | undefined> {
  const parsed = holderSchema.safeParse(parseJson(text));
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
      const holder = await liveHolder(seen);
      if (holder) return holder;
      if (seen !== undefined && (await replaceStale(temporary, file, seen))) break;
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** Distinguishes an acquired lock from the holder that prevented it. */
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

/**
 * Puts the own file in place of a dead holder's, one process at a time: two that found the same dead holder would otherwise both
 * take its place. Returns false when somebody else was there first.
 */
async function replaceStale(own: string, file: string, seen: string): Promise<boolean> {
  const guard = `${file}.takeover`;
  if (!(await madeFolder(guard))) {
    await removeOldGuard(guard);
    await delay(20);
    return false;
  }
  try {
    if ((await readFileIfPresent(file)) !== seen) return false;
    await rename(own, file);
    return true;
  } finally {
    await rmdir(guard).catch(() => undefined);
  }
}

async function madeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A guard is held for milliseconds; an old one is of a process that died with it. */
async function removeOldGuard(guard: string): Promise<void> {
  const found = await stat(guard).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > GUARD_LIMIT_MS) await rmdir(guard).catch(() => undefined);
}
