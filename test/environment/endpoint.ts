import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate } from './certificate.ts';

/** A server on the loopback that a test calls. */
export interface Endpoint extends AsyncDisposable {
  port: number;
  /** Connections opened so far. */
  connections(): number;
  /** Connections open now. */
  open(): number;
}

/** Answers HTTP. */
export function httpEndpoint(answer: RequestListener, host = '127.0.0.1'): Promise<Endpoint> {
  return listen(createHttpServer(answer), host);
}

/** Answers HTTPS with a certificate that no authority signed. */
export function httpsEndpoint(answer: RequestListener): Promise<Endpoint> {
  return listen(createHttpsServer(certificate, answer), '127.0.0.1');
}

/** Does with a bare connection what the test wants. */
export function tcpEndpoint(serve: (socket: Socket) => void): Promise<Endpoint> {
  return listen(
    createTcpServer((socket) => {
      // An unread socket would never see the other side go.
      socket.resume();
      serve(socket);
    }),
    '127.0.0.1',
  );
}

/** The same within TLS, with a certificate that no authority signed. */
export function tlsEndpoint(serve: (socket: Socket) => void): Promise<Endpoint> {
  return listen(
    createTlsServer(certificate, (socket) => {
      socket.on('error', () => {}).resume();
      serve(socket);
    }),
    '127.0.0.1',
  );
}

async function listen(server: Server | HttpServer, host: string): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
