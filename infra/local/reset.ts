/** `npm run reset`: removes everything `npm start` keeps in its data folder. */
import path from 'node:path';
import { loadLocalConfig } from '../config/local.ts';
import { errorMessage } from './files.ts';
import { isLock, takeLock } from './lock.ts';
import { endLeftovers } from './processes.ts';
import { readSecrets, removeState, statePaths } from './state.ts';

try {
  for (const line of await reset()) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}

async function reset(): Promise<string[]> {
  const paths = statePaths(path.resolve(loadLocalConfig().dataDir));
  if (!(await readSecrets(paths))) return [`There is nothing of ours in ${paths.dataDir}.`];
  const lock = await takeLock(paths.lock);
  if (!isLock(lock)) {
    throw new Error(`Process ${lock.pid} runs Marketwright on ${paths.dataDir}; stop it first.`);
  }
  try {
    const ended = await endLeftovers(paths);
    const removed = await removeState(paths);
    return [...ended.map((name) => `stopped ${name}`), ...removed.map((place) => `removed ${place}`)];
  } finally {
    await lock.release();
  }
}
