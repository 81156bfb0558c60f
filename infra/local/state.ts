import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readlink, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { parseJson, readFileIfPresent, writeFileAtomic } from './files.ts';
import { fallbackFolders } from './postgres/location.ts';

/** What the embedded stack keeps in its data folder, and nothing else. `secrets.json` is last: it marks the folder as ours. */
const STATE_ENTRIES = [
  'postgres',
  'postgres.new',
  'postgres-native',
  'postgres-native.new',
  'postgres-password.tmp',
  'temporal.db',
  'temporal.db-wal',
  'temporal.db-shm',
  'temporal.db-journal',
  'logs',
  'compile-cache',
  'processes.json',
  'seed.json',
  'credentials.json',
  'credentials.env',
  'supervisor.lock',
  'supervisor.lock.takeover',
  'secrets.json',
] as const;

/** Places in the data folder. */
export interface StatePaths {
  dataDir: string;
  postgres: string;
  temporalDatabase: string;
  secrets: string;
  credentials: string;
  credentialsEnv: string;
  seedProgress: string;
  processes: string;
  lock: string;
  logs: string;
  compileCache: string;
}

/** Names the places in a data folder. */
export function statePaths(dataDir: string): StatePaths {
  const at = (name: (typeof STATE_ENTRIES)[number]) => path.join(dataDir, name);
  return {
    dataDir,
    postgres: at('postgres'),
    temporalDatabase: at('temporal.db'),
    secrets: at('secrets.json'),
    credentials: at('credentials.json'),
    credentialsEnv: at('credentials.env'),
    seedProgress: at('seed.json'),
    processes: at('processes.json'),
    lock: at('supervisor.lock'),
    logs: at('logs'),
    compileCache: at('compile-cache'),
  };
}

const secretsSchema = z.object({ database_password: z.string().min(1), secrets_key: z.string().min(1) });

/** Secrets made at the first start. */
export interface Secrets {
  databasePassword: string;
  /** Base64 of 32 bytes. */
  secretsKey: string;
}

/** Reads the folder's secrets; undefined when the folder is not one of ours. */
export async function readSecrets(paths: StatePaths): Promise<Secrets | undefined> {
  const parsed = secretsSchema.safeParse(parseJson((await readFileIfPresent(paths.secrets)) ?? ''));
  return parsed.success
    ? { databasePassword: parsed.data.database_password, secretsKey: parsed.data.secrets_key }
    : undefined;
}

/** Makes the data folder at the first start. Throws when it holds files of our names that we did not make, or lost its secrets. */
export async function openState(paths: StatePaths): Promise<Secrets> {
  await mkdir(paths.dataDir, { recursive: true, mode: 0o711 });
  const secrets = (await readSecrets(paths)) ?? (await makeSecrets(paths));
  await mkdir(paths.logs, { recursive: true });
  // Also for a folder of an earlier version: logs show what partners do.
  await chmod(paths.logs, 0o700);
  return secrets;
}

async function makeSecrets(paths: StatePaths): Promise<Secrets> {
  const names = new Set<string>(STATE_ENTRIES.filter((name) => name !== 'supervisor.lock'));
  const present = (await readdir(paths.dataDir)).filter((name) => names.has(name));
  if (present.length > 0) {
    throw new Error(
      `${paths.dataDir} holds ${present.join(', ')} but no valid secrets.json to go with it. ` +
        'Put the file back from a backup, remove what is there, or name another folder by DATA_DIR.',
    );
  }
  const secrets = {
    database_password: randomBytes(24).toString('base64url'),
    secrets_key: randomBytes(32).toString('base64'),
  };
  await writeFileAtomic(paths.secrets, `${JSON.stringify(secrets, null, 2)}\n`);
  return { databasePassword: secrets.database_password, secretsKey: secrets.secrets_key };
}

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
