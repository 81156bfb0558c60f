import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { errorCode } from './files.ts';

/** Below the range from which systems take ports for outgoing connections, so that a port stays free between runs of its process. */
const FREE_PORTS = { from: 20_000, to: 32_000 };

/** A port configured by a variable. */
export interface WantedPort {
  variable: string;
  port: number;
  host: string;
}

/** Whether a process could listen there now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await refusal(port, host)) === undefined;
}

/** The system's code for why no process can listen there now; undefined: one can. */
function refusal(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** What is wrong with a port, and what to do; undefined when nothing is. */
async function problemOf({ variable, port, host }: WantedPort): Promise<string | undefined> {
  const code = await refusal(port, host);
  if (code === undefined) return undefined;
  const instead = `set ${variable} to another port, or to 0 for any free one.`;
  if (code === 'EADDRINUSE') return `${variable}: port ${port} is taken; ${instead}`;
  if (code === 'EACCES') return `${variable}: this user may not listen on port ${port}; ${instead}`;
  return `${variable}: no process can listen on ${host} (${code}); HOST and METRICS_HOST name addresses of this machine.`;
}

/** Any port that is free on every address and not among those already given out. */
export async function freePort(taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (!taken.has(port) && (await isPortFree(port)) && (await isPortFree(port, '0.0.0.0'))) return port;
  }
  throw new Error(`No free port between ${FREE_PORTS.from} and ${FREE_PORTS.to}.`);
}

/** Settles every port: 0 becomes any free one. Throws a line for each variable whose port is taken or asked for twice. */
export async function choosePorts<Name extends string>(
  wanted: Record<Name, WantedPort>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<WantedPort>(wanted);
  const chosen = new Map<number, string>();
  const problems: string[] = [];
  for (const [, entry] of entries.filter(([, { port }]) => port !== 0)) {
    const { variable, port } = entry;
    const other = chosen.get(port);
    const problem = other
      ? `${variable} and ${other} are both ${port}; each needs a port of its own.`
      : await problemOf(entry);
    if (problem) problems.push(problem);
    chosen.set(port, variable);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const ports: Partial<Record<string, number>> = {};
  for (const [name, { variable, port }] of entries) {
    ports[name] = port === 0 ? await freePort(new Set(chosen.keys())) : port;
    chosen.set(ports[name], variable);
  }
  return ports as Record<Name, number>;
}
