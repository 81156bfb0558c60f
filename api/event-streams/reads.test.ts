import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Actor } from '../../domain/kernel/call.ts';
import { readForStream, readForStreams } from './reads.ts';

const actorOf = (partnerId: number): Actor => ({
  kind: 'partner_key',
  keyId: partnerId,
  keyFamilyId: partnerId,
  partnerId,
  sandbox: false,
  role: null,
  scopedCapabilities: null,
  dailyCreditLimit: null,
});
const { signal } = new AbortController();

/** Reads that go on until they are ended, in the order in which they began. */
function controlled() {
  const begun: { name: string; end: () => void }[] = [];
  const read = (name: string) => () =>
    new Promise<string>((resolve) => begun.push({ name, end: () => resolve(`${name} is read`) }));
  return { begun, read, names: () => begun.map(({ name }) => name) };
}

test('streams of a partner read one after another, and those of another partner meanwhile', async () => {
  const { begun, read, names } = controlled();
  const first = readForStream({ actor: actorOf(1), signal }, read('first'));
  const second = readForStream({ actor: actorOf(1), signal }, read('second'));
  const other = readForStream({ actor: actorOf(2), signal }, read('other'));
  await nextTurn();
  expect(names()).toEqual(['first', 'other']);
  begun[1]?.end();
  expect(await other).toBe('other is read');
  begun[0]?.end();
  expect(await first).toBe('first is read');
  await nextTurn();
  expect(names()).toEqual(['first', 'other', 'second']);
  begun[2]?.end();
  expect(await second).toBe('second is read');
});

test('who leaves does not read', async () => {
  const { begun, read, names } = controlled();
  const leaving = new AbortController();
  const first = readForStream({ actor: actorOf(1), signal }, read('first'));
  const second = readForStream({ actor: actorOf(1), signal: leaving.signal }, read('second'));
  await nextTurn();
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  begun[0]?.end();
  await first;
  expect(names()).toEqual(['first']);
});

test('what streams have in common is read once by those that ask before it begins, and again by those that ask later', async () => {
  const { begun, read, names } = controlled();
  const ask = (partner: number, what: string, name: string) => readForStreams(actorOf(partner), what, read(name));
  const current = ask(1, 'board 7', 'current');
  await nextTurn();
  const later = [ask(1, 'board 7', 'later'), ask(1, 'board 7', 'too'), ask(1, 'board 8', 'other')];
  const stranger = ask(2, 'board 7', 'stranger');
  await nextTurn();
  expect(names()).toEqual(['current', 'stranger']);
  for (let ended = 0; ended < 4; ended += 1) {
    begun[ended]?.end();
    await nextTurn();
    await nextTurn();
  }
  expect(await Promise.all([current, ...later, stranger])).toEqual([
    'current is read',
    'later is read',
    'later is read',
    'other is read',
    'stranger is read',
  ]);
});

test('a read that fails fails for all who share it, and not for the next', async () => {
  const asked = () => readForStreams(actorOf(3), 'board 1', () => Promise.reject(new Error('the database is away')));
  const running = readForStream({ actor: actorOf(3), signal }, async () => 'done');
  const both = [asked(), asked()];
  expect(await running).toBe('done');
  for (const each of both) await expect(each).rejects.toThrow('away');
  expect(await readForStreams(actorOf(3), 'board 1', async () => 'back')).toBe('back');
});
