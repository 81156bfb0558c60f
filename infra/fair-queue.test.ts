import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { FairQueue, QueueTimeout } from './fair-queue.ts';

const waiting = (key: string, waitMs = 10_000, signal?: AbortSignal) => ({ key, waitMs, signal });

/** Work that lasts until it is finished by the test. */
function work(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const execute = () => {
    begun.push(name);
    return promise;
  };
  return { execute, finish: resolve };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('keys are served round robin, each with one slot at a time', async () => {
  const queue = new FairQueue(2);
  const begun: string[] = [];
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
  const works = new Map(names.map((name) => [name, work(begun, name)]));
  const all = [...works].map(([name, { execute }]) => queue.run(waiting(name.slice(0, 1)), execute));
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['b1', 'a1', 'c1', 'a2', 'b2', 'a3']) {
    works.get(name)?.finish();
    await settle();
  }
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2', 'a3']);
});

test('where nothing stays free, one key has all slots, and another the next', async () => {
  const queue = new FairQueue(2, { leavesFree: false });
  const begun: string[] = [];
  const names = ['a1', 'a2', 'a3', 'b1'];
  const works = new Map(names.map((name) => [name, work(begun, name)]));
  const all = [...works].map(([name, { execute }]) => queue.run(waiting(name.slice(0, 1)), execute));
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    works.get(name)?.finish();
    await settle();
  }
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('who waits too long, or gives up, has no slot and takes none from others', async () => {
  const queue = new FairQueue(1);
  const begun: string[] = [];
  const first = work(begun, 'first');
  const running = queue.run(waiting('a'), first.execute);
  const controller = new AbortController();
  const late = expect(queue.run(waiting('b', 10), work(begun, 'late').execute)).rejects.toThrow(QueueTimeout);
  const left = expect(queue.run(waiting('b', 10_000, controller.signal), work(begun, 'left').execute)).rejects.toThrow(
    'Enough',
  );
  const last = work(begun, 'last');
  const lasting = queue.run(waiting('b'), last.execute);
  await late;
  // Both at once: the one that leaves must not be given the slot that becomes free.
  first.finish();
  controller.abort(new Error('Enough'));
  await Promise.all([running, left]);
  last.finish();
  await lasting;
  expect(begun).toEqual(['first', 'last']);
});

test('work that fails gives its slot back', async () => {
  const queue = new FairQueue(1);
  await expect(queue.run(waiting('a'), () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(await queue.run(waiting('a'), async () => 'yes')).toBe('yes');
});

test('a key has no more slots than are free besides, so that the next one finds one', async () => {
  const queue = new FairQueue(20);
  const begun: string[] = [];
  const works = new Map<string, ReturnType<typeof work>>();
  const bring = (key: string, amount: number) =>
    Array.from({ length: amount }, (_, index) => {
      const each = work(begun, key);
      works.set(key + index, each);
      return queue.run(waiting(key), each.execute);
    });
  const countOf = (key: string) => begun.filter((name) => name === key).length;
  const greedy = bring('greedy', 84);
  const second = bring('second', 84);
  const modest = bring('modest', 1);
  await settle();
  expect([countOf('greedy'), countOf('second'), countOf('modest')]).toEqual([10, 5, 1]);
  // What the first gives back goes to the others until they have as much.
  for (let index = 0; index < 4; index += 1) works.get(`greedy${index}`)?.finish();
  await settle();
  expect([countOf('greedy'), countOf('second')]).toEqual([10, 7]);
  for (const { finish } of works.values()) finish();
  await Promise.all([...greedy, ...second, ...modest]);
  expect(countOf('greedy')).toBe(84);
  expect(queue.idle).toBe(true);
});

test('nothing of those who came and went stays with a signal that lives on', async () => {
  const queue = new FairQueue(1);
  const { signal } = new AbortController();
  for (let index = 0; index < 50; index += 1) await queue.run(waiting('a', 10_000, signal), async () => undefined);
  const { finish, execute } = work([], 'a');
  const running = queue.run(waiting('a', 10_000, signal), execute);
  await expect(queue.run(waiting('a', 5, signal), async () => undefined)).rejects.toThrow(QueueTimeout);
  finish();
  await running;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
