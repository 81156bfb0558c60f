import type { Actor, Call } from '../../domain/kernel/call.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { FairQueue } from '../../infra/fair-queue.ts';
import { turnKeyOf } from '../turns.ts';

/** Reads of streams that are in progress at once: fewer than the pool has connections. */
const PLACES = 4;

const queue = new FairQueue(PLACES, { perKey: 1 });

/**
 * Reads what a stream has to send, one stream of a partner after another, and returns in the partner's turn: a change wakes all
 * of its streams at once, which may be two hundred. Throws the reason of the call's signal where it fires before.
 */
export function readForStream<Result>(
  { actor, signal }: Pick<Call, 'actor' | 'signal'>,
  read: () => Promise<Result>,
): Promise<Result> {
  const key = turnKeyOf(actor);
  return queue.run({ key, signal }, async () => {
    const found = await read();
    await eventLoopScheduler.take(key);
    return found;
  });
}

/** Reads that have not begun, by whose they are and what they read. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * The same for what the partner's streams have in common: those that ask for it before the read begins have one result, which does not
 * depend on the client of one of them.
 */
export function readForStreams<Result>(actor: Actor, what: string, read: () => Promise<Result>): Promise<Result> {
  const key = turnKeyOf(actor);
  const name = `${key} ${what}`;
  const known = waiting.get(name);
  if (known) return known as Promise<Result>;
  const reading = queue.run({ key, signal: undefined }, () => {
    waiting.delete(name);
    return read();
  });
  waiting.set(name, reading);
  return reading;
}
