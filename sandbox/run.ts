import { parseArgs } from 'node:util';
import type { SandboxServer } from './server.ts';

/** Options of the command line that are whole numbers, such as `--port 8090`; throws for anything else. */
export function wholeNumbers<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const names = Object.keys(defaults) as Name[];
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const numbers: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const given = values[name];
    if (typeof given === 'string' && !/^\d+$/.test(given)) {
      throw new Error(`--${name} must be a whole number, not "${given}"`);
    }
    numbers[name] = given === undefined ? defaults[name] : Number(given);
  }
  return numbers as Record<Name, number>;
}

/** Prints the address of a server, and closes it on SIGTERM or SIGINT. */
export function serveUntilStopped(title: string, server: SandboxServer, address = server.url): void {
  process.stdout.write(`${title} ready: ${address}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
}
