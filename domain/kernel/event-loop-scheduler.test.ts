import { setImmediate as nextPass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EventLoopScheduler } from './event-loop-scheduler.ts';
import { releaseSlot, runInFlight } from './request-slot.ts';
import { createWakeUp } from './wait-for.ts';

const SLICE_MS = 5;

let turns: EventLoopScheduler;
/** Passes of the event loop so far. */
let passes: number;
let counting: NodeJS.Immediate;
beforeEach(() => {
  turns = new EventLoopScheduler();
  passes = 0;
  const count = () => {
    passes += 1;
    counting = setImmediate(count);
  };
  count();
});
afterEach(() => clearImmediate(counting));

/** Passes at the begin of each of so many slices that want their turns at once. */
async function slices(
  count: number,
  keyOf: (index: number) => string,
  before = () => undefined as unknown,
  sliceMs = SLICE_MS,
) {
  const began: { key: string; pass: number }[] = [];
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await turns.take(keyOf(index));
      began.push({ key: keyOf(index), pass: passes });
      before();
      const end = performance.now() + sliceMs;
      while (performance.now() < end);
    }),
  );
  return began;
}

/** Passes between each slice and the next one. */
const gaps = (began: { pass: number }[]) =>
  began.slice(1).map(({ pass }, index) => pass - (began[index]?.pass ?? Number.NaN));

test('a pass of the loop has one slice that takes long, however many wait', async () => {
  const began = await slices(20, () => 'one');
  expect(new Set(began.map(({ pass }) => pass)).size).toBe(20);
});

test('a pass has as many short slices as fit a millisecond or two', async () => {
  const began = await slices(40, () => 'one', undefined, 0.3);
  const counts = Map.groupBy(began, ({ pass }) => pass);
  const sizes = [...counts.values()].map((some) => some.length);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  // The last one begins before the millisecond is over.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
});

test('short slices, too, leave three quarters of the loop to a request of somebody else', async () => {
  const enter = () => void turns.enter().identify('quiet');
  enter();
  const times: number[] = [];
  await slices(
    48,
    () => 'busy',
    () => {
      enter();
      times.push(performance.now());
    },
    0.3,
  );
  // Those of the last pass have no pause after them.
  const lengthMs = 0.3 * (48 - 8);
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3 * lengthMs);
});

test('partners are served in turns', async () => {
  const began = await slices(6, (index) => (index < 4 ? 'busy' : `other${index}`));
  expect(began.map(({ key }) => key)).toEqual(['busy', 'other4', 'other5', 'busy', 'busy', 'busy']);
});

describe('while a request of somebody else is under way', () => {
  test('the loop is free for as long as the last slice took', async () => {
    const enter = () => void turns.enter().identify('quiet');
    enter();
    const began = await slices(6, () => 'busy', enter);
    expect(Math.min(...gaps(began))).toBeGreaterThan(5);
  });

  test('a slice of its own does not wait for the pause after another’s', async () => {
    void turns.enter().identify('busy');
    void turns.enter().identify('quiet');
    await slices(1, () => 'busy');
    const began: string[] = [];
    const wait = async (key: string) => {
      await turns.take(key);
      began.push(key);
    };
    const passesBefore = passes;
    const busy = wait('busy');
    await wait('quiet');
    expect(passes - passesBefore).toBeLessThanOrEqual(3);
    await busy;
    expect(began).toEqual(['quiet', 'busy']);
  });

  test('nobody waits once it was answered', async () => {
    const request = turns.enter();
    const began = await slices(6, () => 'busy', request.leave);
    expect(Math.max(...gaps(began))).toBeLessThanOrEqual(2);
  });

  test('a request of one’s own is none', async () => {
    void turns.enter().identify('busy');
    const began = await slices(6, () => 'busy');
    expect(Math.max(...gaps(began))).toBeLessThanOrEqual(2);
  });

  test('its answer ends a pause', async () => {
    const request = turns.enter();
    await slices(1, () => 'busy');
    const next = slices(1, () => 'busy');
    await nextPass();
    const answeredAt = passes;
    request.leave();
    const [began] = await next;
    expect(began?.pass).toBeLessThanOrEqual(answeredAt + 3);
  });
});

test('a partner’s slices wait up to a number, another’s all the same', async () => {
  const waiting = Array.from({ length: 500 }, () => turns.take('busy'));
  await expect(turns.take('busy')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  await expect(turns.take('quiet')).resolves.toBeUndefined();
  await Promise.all(waiting);
});

describe('beside requests of others', () => {
  /** So many requests of a partner; each says when it begins. */
  const arrive = (count: number, key: string, begun: number[]) =>
    Array.from({ length: count }, (_, index) => {
      const request = turns.enter();
      const slot = request.identify(key);
      if (!slot) begun.push(index);
      return { request, slot: slot?.then(() => begun.push(index)) };
    });

  test('two of a partner begin at once, and one more with each that is answered', async () => {
    void turns.enter().identify('quiet');
    const begun: number[] = [];
    const requests = arrive(5, 'busy', begun);
    expect(begun).toEqual([0, 1]);
    for (const { request } of requests) {
      request.leave();
      await nextPass();
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  test('which have just been answered, too', () => {
    const other = turns.enter();
    void other.identify('quiet');
    other.leave();
    const begun: number[] = [];
    arrive(3, 'busy', begun);
    expect(begun).toEqual([0, 1]);
  });

  test.each<[string, (end: AbortSignal) => unknown]>([
    ['says that it waits', releaseSlot],
    ['waits for a wake-up call', (end) => createWakeUp(end).wait(60_000)],
  ])('a request that %s releases its slot at once', async (_how, wait) => {
    const end = new AbortController();
    void turns.enter().identify('quiet');
    const begun: number[] = [];
    const [first] = arrive(4, 'busy', begun);
    if (first) void runInFlight(first.request, () => wait(end.signal));
    await nextPass();
    expect(begun).toEqual([0, 1, 2]);
    first?.request.leave();
    await nextPass();
    expect(begun).toEqual([0, 1, 2]);
    end.abort();
  });

  test('one that released its slot for something else waits for a slot again', async () => {
    void turns.enter().identify('quiet');
    const begun: number[] = [];
    const [first, second] = arrive(2, 'busy', begun);
    first?.request.leave();
    arrive(1, 'busy', begun);
    expect(begun).toHaveLength(3);
    const again = first?.request.rejoin()?.then(() => 'begun');
    expect(await Promise.race([again, nextPass('waits')])).toBe('waits');
    second?.request.leave();
    await expect(again).resolves.toBe('begun');
    first?.request.leave();
    expect(first?.request.rejoin()).toBeUndefined();
    expect(first?.request.rejoin()).toBeUndefined();
  });

  test('those that are under way for long release their slots', async () => {
    void turns.enter().identify('quiet');
    const begun: number[] = [];
    await Promise.all(arrive(4, 'busy', begun).map(({ slot }) => slot));
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test('another partner has slots of its own', () => {
    const begun: number[] = [];
    arrive(3, 'busy', []);
    arrive(2, 'quiet', begun);
    expect(begun).toEqual([0, 1]);
  });

  test('too many that wait are refused', async () => {
    void turns.enter().identify('quiet');
    const begun: number[] = [];
    arrive(502, 'busy', begun);
    await expect(turns.enter().identify('busy')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

test('requests of a partner alone all begin at once', () => {
  const waits = Array.from({ length: 20 }, () => turns.enter().identify('one'));
  expect(waits.filter((wait) => wait !== undefined)).toEqual([]);
});
