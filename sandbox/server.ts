import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** How long answers under way may still take when a server is closed. */
const drainMs = 500;

/** Where a sandbox server listens. */
export interface SandboxAddress {
  /** 0: any free port. */
  port: number;
  /** 127.0.0.1 when absent. */
  host?: string;
}

/** A sandbox server that runs. */
export interface SandboxServer {
  /** Origin, without a path. */
  url: string;
  port: number;
  /** Stops taking requests, drops those that do not end soon, and resolves when the port is free. */
  close(): Promise<void>;
}

/** Starts a server that stands in for somebody else's. */
export async function startSandboxServer(
  { port, host = '127.0.0.1' }: SandboxAddress,
  answer: RequestListener,
): Promise<SandboxServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const drop = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearTimeout(drop);
    },
  };
}

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
