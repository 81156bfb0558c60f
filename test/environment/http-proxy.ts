import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { certificate } from './certificate.ts';

/** A forward proxy that opens tunnels, as those of companies do. */
export interface HttpProxy extends AsyncDisposable {
  url: string;
  /** Hosts with their ports that it was asked for, in their order. */
  asked: string[];
}

/** What it answers to a host: a response of its own, or where the tunnel leads. */
export type Tunnel = { port: number } | string;

/** Starts a proxy on this machine that knows hosts as it is given them; `secure`: it is spoken with over TLS. */
export async function startHttpProxy(
  lead: (authority: string, request: IncomingMessage) => Tunnel,
  { secure = false } = {},
): Promise<HttpProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = secure ? createHttpsServer(certificate) : createServer();
  server.on('request', (_request, response) => response.writeHead(405).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => {});
    const tunnel = lead(request.url ?? '', request);
    if (typeof tunnel === 'string') return socket.end(`${tunnel}\r\n\r\n`);
    const other = connect(tunnel.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    socket.on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
