import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readFileIfPresent } from '../files.ts';
import { describeProcess, isAlive, signal } from '../processes.ts';

const PATIENCE_MS = 5000;

/**
 * Cleans up before a start of the cluster after its main process was killed: its backends notice by themselves and end,
 * those that do not in time are killed, and a postmaster.pid whose process id now belongs to somebody else is removed,
 * which PostgreSQL would take for a running server.
 */
export async function clearCluster(cluster: string): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  for (let left = await backendsOf(cluster); left.length > 0; left = await backendsOf(cluster)) {
    if (performance.now() > limit) for (const pid of left) signal(pid, 'SIGKILL');
    await delay(25);
  }
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFileIfPresent(pidFile))?.split('\n', 1)[0]);
  if (!(pid > 0) || !(await isAlive(pid))) return;
  if (!(await describeProcess(pid)).includes(cluster)) await rm(pidFile, { force: true });
}

/** Processes that work in the cluster's folder, as every backend does; none where the system does not list them. */
async function backendsOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isBackend(pid, cluster)) ? [pid] : [])));
  return found.flat();
}

async function isBackend(pid: number, cluster: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (folder !== cluster) return false;
  // A person's shell may stand in that folder, too.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}
