import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { isLock, lockHolder, takeLock } from './lock.ts';
import { startOf } from './processes.ts';

test('a held lock is refused with its holder, a released one is free', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'lock');
    const first = await takeLock(file);
    if (!isLock(first)) throw new Error('expected the lock');
    expect(await takeLock(file)).toMatchObject({ pid: process.pid });
    await first.release();
    expect(await lockHolder(file)).toBeUndefined();
    expect(isLock(await takeLock(file))).toBe(true);
    expect(await readdir(folder)).toEqual(['lock']);
  }));

test.each([
  ['a dead process', () => JSON.stringify({ pid: 2 ** 30, start: '1' })],
  ['another process that got the same id', () => JSON.stringify({ pid: process.pid, start: 'long ago' })],
  ['nobody, being damaged', () => '{"pid":'],
])('a lock of %s is taken over', (_who, text) =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'lock');
    await writeFile(file, text());
    expect(isLock(await takeLock(file))).toBe(true);
    expect(await lockHolder(file)).toEqual({ pid: process.pid, start: await startOf(process.pid) });
    expect(await readdir(folder)).toEqual(['lock']);
  }),
);

test('of many that want a stale lock exactly one gets it', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'lock');
    await writeFile(file, JSON.stringify({ pid: 2 ** 30, start: '1' }));
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(file)));
    expect(taken.filter(isLock)).toHaveLength(1);
  }));
