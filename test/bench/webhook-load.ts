import { sendOk } from '../environment/client.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type BenchPartner, call } from './api.ts';
import type { Bench } from './measurement.ts';
import { type Program, runProgram } from './program.ts';

/** Adds a webhook for the events of the bench. */
export async function subscribe({ stack }: Bench, partner: BenchPartner, url: string): Promise<void> {
  await call(stack, 'POST', '/partners/webhooks', partner.headers, { url, events: ['listing.updated'] });
}

interface Burst {
  amount: number;
  concurrency: number;
  together: number;
  pauseMs: number;
}

/** Publishes events in a process of its own, as the product does; tells when it began. */
export function publish({ stack }: Bench, partnerIds: number[], burst: Burst): Promise<{ startedAtMs: number }> {
  return runProgram('publisher.ts', { environment: stack.environment, partnerIds, ...burst });
}

interface Seen {
  /** How late each delivery was, milliseconds. */
  lateMs: number[];
  /** When the last one came, milliseconds of the epoch. */
  lastAtMs: number;
}

/** Waits until so many deliveries have come. */
export async function untilReceived(receiver: Program, amount: number): Promise<Seen> {
  const isThere = ({ lateMs }: Seen) => lateMs.length >= amount;
  return waitUntil(`${amount} deliveries`, () => ask(receiver, '/seen'), isThere, { limitMs: 120_000 });
}

/** Forgets what has come so far. */
export async function take(receiver: Program): Promise<void> {
  await ask(receiver, '/take');
}

function ask(receiver: Program, path: string): Promise<Seen> {
  return sendOk(`${receiver.ready}${path}`);
}
