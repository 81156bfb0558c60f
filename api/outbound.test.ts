import { expect, jest, test } from '@jest/globals';
import type { Actor } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { runInFlight } from '../domain/kernel/request-slot.ts';
import { outboundWithoutSlot } from './outbound.ts';
import { inReadSlot } from './read-slots.ts';

/** Ports of which one method is there. */
function outsideWith(port: string, method: string, ask: (...given: unknown[]) => unknown) {
  const none = { ai: {}, sender: {}, marketplace: {}, images: {} };
  const deps = outboundWithoutSlot({ ...none, [port]: { [method]: ask } } as unknown as Deps);
  return deps as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>;
}

test.each([
  ['ai', 'generateText'],
  ['ai', 'generateObject'],
  ['ai', 'streamText'],
  ['ai', 'embed'],
  ['sender', 'send'],
  ['sender', 'objection'],
  ['marketplace', 'fetchListing'],
  ['images', 'encode'],
])('a request that waits for what is outside releases its slot: %s.%s', (port, method) => {
  const leave = jest.fn();
  const ask = jest.fn(() => expect(leave).toHaveBeenCalledTimes(1));
  const outside = outsideWith(port, method, ask);
  runInFlight({ identify: () => undefined, leave, rejoin: () => undefined }, () => outside[port]?.[method]?.({}));
  expect(ask.mock.calls).toEqual([[{}]]);
});

test('a list of a partner is read while a search of it waits for the vector of its query', async () => {
  const { promise: embedded, resolve } = Promise.withResolvers<string>();
  const { ai } = outsideWith('ai', 'embed', () => embedded);
  const actor = { kind: 'partner_key', partnerId: 1 } as Actor;
  const search = inReadSlot(actor, async () => ai?.['embed']?.({}));
  await expect(inReadSlot(actor, async () => 'list')).resolves.toBe('list');
  resolve('vector');
  await expect(search).resolves.toBe('vector');
});
