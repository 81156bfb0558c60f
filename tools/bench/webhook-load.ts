import { sendOk } from '../../test/environment/client.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { type BenchPartner, call } from './api.ts';
import type { Bench } from './measurement.ts';
import { type Program, runProgram } from './program.ts';

/** Adds a webhook for the events of the bench; returns its id. */
export async function subscribe({ stack }: Bench, partner: BenchPartner, url: string): Promise<number> {
  const body = { url, events: ['listing.updated'] };
  const { data } = await call<{ data: { id: number } }>(stack, 'POST', '/partners/webhooks', partner.headers, body);
  return data.id;
}

/** Waits until no drain is awake for these partners' webhooks. */
export async function untilIdle({ database }: Bench, partnerIds: readonly number[]): Promise<void> {
  await waitUntil(
    'idle webhooks',
    async () => {
      const { rows } = await database.query(
        `SELECT count(*)::int AS awake FROM webhook_endpoint
         WHERE partner_id = ANY ($1) AND (drain_token IS NOT NULL OR next_due_at IS NOT NULL)`,
        [partnerIds],
      );
      return rows[0].awake;
    },
    (awake) => awake === 0,
    { limitMs: 120_000 },
  );
}

interface Burst {
  amount: number;
  concurrency: number;
  together: number;
  pauseMs: number;
}

/** Publishes events in a separate process, as the product does; returns when it began. */
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
