import { once } from 'node:events';
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on this machine that does not do what it should. */
export interface BadServer {
  url: string;
  /** Requests, or connections where it takes no requests. */
  calls: number;
  /** Bytes that were sent over connections that are closed by now. */
  bytesSent: number;
  close(): Promise<void>;
}

/** Bytes of the answer that flooding() has. */
const FLOOD_BYTES = 400_000_000;

/** Answers 200 at once and then a byte each second, for ever. */
export function dripping(): Promise<BadServer> {
  return httpServer((_request, response) => {
    response.writeHead(200).flushHeaders();
    const timer = setInterval(() => response.write('.'), 1_000);
    response.once('close', () => clearInterval(timer));
  });
}

/** Redirects to another address. */
export function redirecting(location: string): Promise<BadServer> {
  return httpServer((_request, response) => response.writeHead(307, { location }).end());
}

/** Answers 200 with 400 MB. */
export function flooding(): Promise<BadServer> {
  const chunk = Buffer.alloc(65_536);
  return httpServer((_request, response) => {
    let left = FLOOD_BYTES;
    const pump = () => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.writeHead(200, { 'content-length': FLOOD_BYTES }).on('drain', pump);
    pump();
  });
}

/** Takes a request and closes the connection. */
export function hangingUp(): Promise<BadServer> {
  return tcpServer((socket) => socket.destroy());
}

/** Answers what is no HTTP. */
export function talkingNonsense(): Promise<BadServer> {
  return tcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
}

/** Answers an empty 200, as it should. */
export function answering(): Promise<BadServer> {
  return httpServer((_request, response) => response.end());
}

async function httpServer(answer: RequestListener): Promise<BadServer> {
  const server = createServer();
  const bad = await listen(server);
  server.on('request', (request, response) => {
    bad.calls += 1;
    request.resume();
    answer(request, response);
  });
  return bad;
}

/** Serves connections on which something has come. */
async function tcpServer(serve: (socket: Socket) => void): Promise<BadServer> {
  const server = createTcpServer();
  const bad = await listen(server);
  server.on('connection', (socket) => {
    bad.calls += 1;
    socket.once('data', () => serve(socket));
  });
  return bad;
}

async function listen(server: Server | HttpServer): Promise<BadServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      bad.bytesSent += socket.bytesWritten;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bad: BadServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls: 0,
    bytesSent: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bad;
}
