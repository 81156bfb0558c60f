import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { environment, port, SettingsError } from '../config/environment.ts';
import { runCommand } from '../processes/command.ts';
import { PROGRAMS } from './programs.ts';

/**
 * `marketwright healthcheck [api|worker] [--ready]`: exits with 0 when the process beside it serves (`/healthz`), or is
 * ready (`/readyz`). Without a role it looks at which program runs as process 1, as in a container. It asks an address,
 * not `localhost`, which may be resolved to ::1 where nobody listens.
 */
const schema = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(8080),
  WORKER_HEALTH_PORT: port.default(8081),
});
/** Container platforms give a probe some seconds. */
const LIMIT_MS = 4_000;
/** Addresses that mean all of the machine. */
const EVERYWHERE = ['0.0.0.0', '::'];

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { ready: { type: 'boolean' } } });
  const { HOST, PORT, WORKER_HEALTH_PORT } = environment(schema, process.env);
  const host = EVERYWHERE.includes(HOST) ? '127.0.0.1' : HOST;
  const role = roleOf(positionals[0]);
  const page = values.ready ? 'readyz' : 'healthz';
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${role === 'api' ? PORT : WORKER_HEALTH_PORT}/${page}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
  process.stdout.write(`${response.status} ${await response.text()}\n`);
  return response.ok ? 0 : 1;
});

function roleOf(named: string | undefined): 'api' | 'worker' {
  if (named === 'api' || named === 'worker') return named;
  if (named !== undefined) throw new SettingsError('Usage: marketwright healthcheck [api|worker] [--ready]');
  const first = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  if (first.includes(PROGRAMS.api.file)) return 'api';
  if (first.includes(PROGRAMS.worker.file)) return 'worker';
  throw new SettingsError('Process 1 is neither the API nor the worker: name the role.');
}
