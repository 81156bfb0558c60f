/**
 * Sends a load until its input ends, and writes how often it was answered with which status. A process of its own that
 * encodes each body once and reads no answer, since it shares the processor with what is measured.
 */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** A request of a load. */
export interface LoadRequest {
  method: string;
  /** Below the origin. */
  path: string;
  /** Sent as JSON, or as it is where it has a type of its own. */
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** In place of the load's key. */
  key?: string;
}

/** What a load process sends. */
export interface LoadOrder {
  origin: string;
  key: string;
  atOnce: number;
  /** Sent in turns. */
  requests: LoadRequest[];
  /** Streams of events that are open from before the first request on. */
  streams?: LoadRequest[] | undefined;
  /** Most requests; without it as many as are answered. */
  most?: number | undefined;
}

const PAUSE_AFTER_FAILURE_MS = 50;
const TIMEOUT_MS = 60_000;

/** The order is in a file, since it may have megabytes. */
const {
  origin,
  key,
  atOnce,
  requests,
  streams = [],
  most = Number.POSITIVE_INFINITY,
}: LoadOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const prepared = requests.map(({ body, type, ...rest }) => ({
  ...rest,
  type: type ?? 'application/json',
  bytes: body === undefined ? undefined : Buffer.from(type === undefined ? JSON.stringify(body) : String(body)),
}));
const agent = new Agent({ keepAlive: true });
const statuses: Record<string, number> = {};
let sent = 0;
let isOver = false;
void text(process.stdin).then(() => {
  isOver = true;
});
await Promise.all(streams.map(follow));
process.stdout.write('ready\n');

async function sendInTurns(): Promise<void> {
  while (!isOver && sent < most) {
    const next = prepared[sent % prepared.length];
    sent += 1;
    if (!next) return;
    const status = await statusOf(next);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 || status === 429) await delay(PAUSE_AFTER_FAILURE_MS);
  }
}

/** Resolves when a stream has begun, of which nothing is kept. A stream that is refused, or that ends early, ends this process. */
function follow({ method, path, headers, key: ownKey }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = request(origin + path, {
      method,
      headers: { Authorization: `Bearer ${ownKey ?? key}`, ...headers },
    });
    opening.on('error', reject);
    opening.on('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path} got ${answer.statusCode}.`));
      answer.on('close', () => {
        if (!isOver) throw new Error(`${path} ended early.`);
      });
      answer.resume();
      resolve();
    });
    opening.end();
  });
}

/** The status of the answer, once it has ended; 0 without one. */
function statusOf({ method, path, bytes, type, headers, key: ownKey }: (typeof prepared)[number]): Promise<number> {
  const body = bytes && { 'Content-Type': type, 'Content-Length': bytes.length };
  return new Promise((resolve) => {
    const sending = request(origin + path, {
      agent,
      method,
      headers: { Authorization: `Bearer ${ownKey ?? key}`, ...body, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sending.on('error', () => resolve(0));
    sending.on('response', (answer) => {
      answer.on('error', () => resolve(0));
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.resume();
    });
    sending.end(bytes);
  });
}

await Promise.all(Array.from({ length: atOnce }, sendInTurns));
process.stdout.write(`${JSON.stringify(statuses)}\n`);
process.exit();
