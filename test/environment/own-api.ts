import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../infra/config/local.ts';
import { freePort } from '../../infra/local/ports.ts';
import { runningStack } from './running-stack.ts';
import { waitUntil } from './wait-until.ts';

const PROGRAM = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
/** Longer than a process takes to load on a machine that has much else to do. */
const START_LIMIT_MS = 120_000;

/** An API process for one test, on the shared database and engine. */
export interface OwnApi extends AsyncDisposable {
  /** Its public URL; the same after each start. */
  origin: string;
  start(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/** Starts one that people reach at an origin of its own; `settingsFor` adds to the settings that all share. */
export async function startOwnApi(
  settingsFor: (origin: string) => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): Promise<OwnApi> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = childEnvironment({
    ...runningStack().environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    METRICS_PORT: '0',
    ...(await settingsFor(origin)),
  });
  let kill = async () => {};
  const api: OwnApi = {
    origin,
    async start() {
      const child = spawn(process.execPath, ['--no-warnings', PROGRAM], { env: environment, stdio: 'ignore' });
      const exited = once(child, 'exit');
      kill = async () => {
        child.kill('SIGKILL');
        await exited;
      };
      await waitUntil('the API to listen', async () => (await fetch(`${origin}/healthz`)).ok, {
        limitMs: START_LIMIT_MS,
        retryErrors: true,
      });
    },
    kill: () => kill(),
    [Symbol.asyncDispose]: () => kill(),
  };
  await api.start();
  return api;
}
