import { expect, test } from '@jest/globals';
import type { Actor } from '../domain/kernel/call.ts';
import { runInFlight } from '../domain/kernel/request-slot.ts';
import { createReadSlots, withoutReadSlot } from './read-slots.ts';

const partner = (partnerId: number): Actor => ({
  kind: 'partner_key',
  partnerId,
  keyId: partnerId,
  keyFamilyId: partnerId,
  scopedCapabilities: null,
  dailyCreditLimit: null,
  sandbox: false,
  role: null,
});
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Reads that end on demand. */
function slowReads(slots: ReturnType<typeof createReadSlots>) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const ask = (partnerId: number) =>
    slots(partner(partnerId), () => {
      begun.push(partnerId);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  return { begun, ends, ask };
}

test('a partner has one read in progress, another begins at once', async () => {
  const { begun, ends, ask } = slowReads(createReadSlots());
  const all = [ask(1), ask(1), ask(1), ask(2)];
  await settle();
  expect(begun).toEqual([1, 2]);
  for (let count = 0; count < all.length; count += 1) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
  expect(begun).toEqual([1, 2, 1, 1]);
});

test('who waits for a slot releases the one among its partner’s requests, and has it again before it reads', async () => {
  const { ends, ask } = slowReads(createReadSlots());
  const steps: string[] = [];
  const inFlight = {
    identify: () => undefined,
    leave: () => void steps.push('leave'),
    rejoin: async () => void steps.push('rejoin'),
  };
  const first = runInFlight(inFlight, () => ask(1));
  await settle();
  expect(steps).toEqual([]);
  const second = runInFlight(inFlight, () => ask(1));
  await settle();
  expect(steps).toEqual(['leave']);
  ends.shift()?.();
  await settle();
  expect([steps, ends.length]).toEqual([['leave', 'rejoin'], 1]);
  ends.shift()?.();
  await Promise.all([first, second]);
});

test('a read that waits for something else releases its slot once, and has it again before it goes on', async () => {
  const slots = createReadSlots();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const first = slots(partner(1), async () => {
    await Promise.all([withoutReadSlot(() => answered), withoutReadSlot(() => answered)]);
    steps.push('first goes on');
  });
  const second = slots(partner(1), async () => {
    steps.push('second begins');
    await ended;
    steps.push('second ends');
  });
  await settle();
  answer();
  await settle();
  expect(steps).toEqual(['second begins']);
  end();
  await Promise.all([first, second]);
  expect(steps).toEqual(['second begins', 'second ends', 'first goes on']);
  await expect(withoutReadSlot(async () => 'no read')).resolves.toBe('no read');
});

test('administrators do not wait for one another', async () => {
  const slots = createReadSlots();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [1, 2].map((adminKeyId) =>
    slots({ kind: 'administrator', adminKeyId }, () => {
      begun.push(adminKeyId);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await settle();
  expect(begun).toEqual([1, 2]);
  for (const end of ends) end();
  await Promise.all(all);
});

test('who gets no slot in time is asked to come again, and so is who has too many', async () => {
  const { ends, ask } = slowReads(createReadSlots({ waitMs: 1 }));
  const first = ask(1);
  await expect(ask(1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  ends.shift()?.();
  await first;

  const patient = slowReads(createReadSlots());
  const many = Array.from({ length: 501 }, () => patient.ask(1));
  await expect(patient.ask(1)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  while (patient.begun.length < many.length) {
    patient.ends.shift()?.();
    await settle();
  }
  for (const end of patient.ends) end();
  await Promise.all(many);
});
