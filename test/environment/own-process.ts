import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../../infra/deploy/programs.ts';

const line = z.object({ msg: z.string() });

/** A program of the product as a process of its own, without a Temporal or an AI provider. */
export interface OwnProcess {
  child: ChildProcess;
  /** Until the log has a line with the message; rejects when the process ends before it. */
  logged(message: string): Promise<void>;
  /** How it ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; log: string[] }>;
}

/** Starts the API, a worker or setup with the database at the URL. */
export function startOwnProcess(program: 'api' | 'worker' | 'setup', databaseUrl: string): OwnProcess {
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/deploy/marketwright.ts'), program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_HEALTH_PORT: '0',
      WORKER_QUEUES: 'mw-mail',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const log: string[] = [];
  const waiting = new Map<string, () => void>();
  const lines = createInterface(child.stdout).on('line', (text) => {
    log.push(text);
    waiting.get(line.parse(JSON.parse(text)).msg)?.();
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(([[code, signal]]) => ({
    code,
    signal,
    log,
  }));
  return {
    child,
    ended,
    async logged(message) {
      const isLogged = log.some((text) => line.parse(JSON.parse(text)).msg === message);
      const seen = isLogged || new Promise<boolean>((resolve) => waiting.set(message, () => resolve(true)));
      if (!(await Promise.race([seen, ended.then(() => false)]))) throw new Error(`It ended without: ${message}`);
    },
  };
}
