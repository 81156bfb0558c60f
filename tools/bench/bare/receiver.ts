/** An endpoint for webhooks: answers at once, never (`hang`), or with an endless body (`flood`); reports how many came and how late. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const { manner }: { manner: 'answer' | 'hang' | 'flood' } = JSON.parse(process.argv[2] ?? '{}');
const FLOOD = Buffer.alloc(1_048_576, 'x');
let lateMs: number[] = [];
/** When the last one came, milliseconds of the epoch. */
let lastAtMs = 0;

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ lateMs, lastAtMs }));
    if (request.url === '/take') lateMs = [];
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    lastAtMs = Date.now();
    lateMs.push(lastAtMs - Date.parse(timestamp));
    if (manner === 'answer') response.writeHead(204).end();
    if (manner === 'flood') flood(response, 400);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.once('SIGTERM', () => process.exit());

function flood(response: ServerResponse, megabytes: number): void {
  if (megabytes === 0 || response.destroyed) response.end();
  else if (response.write(FLOOD)) setImmediate(flood, response, megabytes - 1);
  else response.once('drain', () => flood(response, megabytes - 1));
}
