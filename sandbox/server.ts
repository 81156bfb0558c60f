import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

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
