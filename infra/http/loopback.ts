import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

/** The address on which a process talks to itself. */
export const LOOPBACK = '127.0.0.1';

/** A port on which nobody listens at the moment. */
export async function unusedLoopbackPort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Reads a page that this process serves to itself. Rejects for any status but a success, and after the limit. */
export async function readLoopback(port: number, path: string, limitMs: number): Promise<string> {
  const response = await fetch(`http://${LOOPBACK}:${port}${path}`, { signal: AbortSignal.timeout(limitMs) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return text;
}
