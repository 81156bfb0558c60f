import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../infra/config/local.ts';
import { PROGRAMS } from '../../infra/deploy/programs.ts';

/** Differences from the product's API process. */
export interface McpProcessSettings {
  times?: { heartbeatMs: number; lifetimeMs: number };
  maxStreamsPerPartner?: number;
  /** Serves what the conformance suite expects to find instead of the product's tools. */
  fixtures?: boolean;
  /** Accepts the product's tokens instead of test tokens. */
  realTokens?: boolean;
}

/** An API process that accepts test tokens. */
export interface McpProcess {
  origin: string;
  pid: number;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one with the database and Temporal of the environment. */
export async function startMcpProcess(
  environment: Record<string, string>,
  settings: McpProcessSettings = {},
): Promise<McpProcess> {
  const file = fileURLToPath(new URL('./api-process.ts', import.meta.url));
  const flags = ['--no-warnings', ...PROGRAMS.api.flags];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(settings)], {
    env: childEnvironment({ ...PROGRAMS.api.environment, ...environment }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => undefined),
  ]);
  if (!first) throw new Error('The API process ended before it listened.');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  return {
    origin: `http://127.0.0.1:${first[0]}`,
    pid: child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
