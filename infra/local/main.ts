/** `npm start`: brings the whole product up on this machine and keeps it up until Ctrl-C. */
import { parseArgs } from 'node:util';
import { loadLocalConfig } from '../config/local.ts';
import { buildConsole } from './console.ts';
import { errorMessage } from './files.ts';
import { terminalProgress } from './progress.ts';
import type { Stack } from './stack.ts';
import { startStack } from './stack.ts';
import { welcome } from './welcome.ts';

const { values } = parseArgs({ options: { verbose: { type: 'boolean', default: false } } });
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

try {
  const stack = await start();
  print(welcome(stack));
  await untilAborted();
  await stack.stop();
} catch (error) {
  if (!stopping.signal.aborted) {
    print(errorMessage(error));
    process.exitCode = 1;
  }
}
// Connections that are still closing would hold the process for a moment.
process.exit();

async function start(): Promise<Stack> {
  await buildConsole({ report: print, signal: stopping.signal });
  print('Starting Marketwright …');
  return startStack({
    config: loadLocalConfig(),
    apiFirst: true,
    report: print,
    progress: terminalProgress(process.stdout),
    echo: values.verbose ? 'all' : 'warnings',
    signal: stopping.signal,
  });
}

/** A terminal's Ctrl-C arrives twice, from the terminal and from npm. */
function stop(): void {
  if (stopping.signal.aborted) return;
  print('Stopping …');
  stopping.abort();
}

function untilAborted(): Promise<void> {
  const { signal } = stopping;
  return new Promise((resolve) => {
    // Waiting for a signal alone does not keep a process alive.
    const alive = setInterval(() => undefined, 60_000);
    const finish = () => {
      clearInterval(alive);
      resolve();
    };
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish, { once: true });
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
