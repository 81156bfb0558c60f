import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for outgoing connections, so that a port stays free between runs of its process. */
const FREE_PORTS = { from: 20_000, to: 32_000 };

/** A port configured by a variable. */
export interface WantedPort {
  variable: string;
  port: number;
  host: string;
}

/** Whether a process could listen there now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Any port that is free on every address and not among those already given out. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (!taken.has(port) && (await isPortFree(port)) && (await isPortFree(port, '0.0.0.0'))) return port;
  }
  throw new Error(`No free port between ${FREE_PORTS.from} and ${FREE_PORTS.to}.`);
}

/** Settles every port: 0 becomes any free one. Throws one line naming the variable when a port is taken or asked for twice. */
export async function choosePorts<Name extends string>(
  wanted: Record<Name, WantedPort>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<WantedPort>(wanted);
  const chosen = new Map<number, string>();
  for (const [, { variable, port, host }] of entries.filter(([, entry]) => entry.port !== 0)) {
    const other = chosen.get(port);
    if (other) throw new Error(`${variable} and ${other} are both ${port}; each needs a port of its own.`);
    if (!(await isPortFree(port, host))) {
      throw new Error(`${variable}: port ${port} is taken; set ${variable} to another port, or to 0 for any free one.`);
    }
    chosen.set(port, variable);
  }
  const ports: Partial<Record<string, number>> = {};
  for (const [name, { variable, port }] of entries) {
    ports[name] = port === 0 ? await freePort(new Set(chosen.keys())) : port;
    chosen.set(ports[name], variable);
  }
  return ports as Record<Name, number>;
}
