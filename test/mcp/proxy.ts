import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before several API processes. */
export interface TestProxy {
  origin: string;
  /** Origins that requests go to, one after the other; may be changed at any time. */
  targets: string[];
  close(): Promise<void>;
}

/** Starts a proxy that gives each request to the next process, with `headers` added: the conformance suite can send no token. */
export async function startProxy(targets: readonly string[], headers: Record<string, string> = {}): Promise<TestProxy> {
  let next = 0;
  // Keep idle connections open: a client may use one just as it is closed.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const target = new URL(proxy.targets[next++ % proxy.targets.length] ?? '');
    const forwarded = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, ...headers },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        answer.once('error', () => outgoing.destroy());
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: TestProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [...targets],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
