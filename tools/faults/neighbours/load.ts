/**
 * Sends a load until its input ends, and writes how often it was answered with which status. A process of its own: what
 * it costs to send counts for no neighbour.
 */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../../test/environment/client.ts';

/** A request of a load. */
export interface LoadRequest {
  method: string;
  /** Below the origin. */
  path: string;
  body?: unknown;
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
  /** Most requests; without it as many as are answered. */
  most?: number | undefined;
}

const PAUSE_AFTER_FAILURE_MS = 50;

/** The order is in a file, since it may have megabytes. */
const {
  origin,
  key,
  atOnce,
  requests,
  most = Number.POSITIVE_INFINITY,
}: LoadOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const statuses: Record<string, number> = {};
let sent = 0;
let isOver = false;
void text(process.stdin).then(() => {
  isOver = true;
});
process.stdout.write('ready\n');

async function sendInTurns(): Promise<void> {
  while (!isOver && sent < most) {
    const request = requests[sent % requests.length];
    sent += 1;
    if (!request) return;
    const { method, path, body, headers = {} } = request;
    const options = { method, key: request.key ?? key, body, headers, signal: AbortSignal.timeout(60_000) };
    const status = await send(origin + path, options).then(
      (answer) => answer.status,
      () => 0,
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 || status === 429) await delay(PAUSE_AFTER_FAILURE_MS);
  }
}

await Promise.all(Array.from({ length: atOnce }, sendInTurns));
process.stdout.write(`${JSON.stringify(statuses)}\n`);
process.exit();
