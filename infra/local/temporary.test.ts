import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { takeLock } from './lock.ts';
import { isAlive } from './processes.ts';
import { openState, statePaths } from './state.ts';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary.ts';

const deadHolder = JSON.stringify({ pid: 2 ** 30, start: '1' });

test('a stack whose owner died is ended and removed; one in use, one in the making and other folders stay', () =>
  withFolder(async (parent) => {
    const abandoned = statePaths(await makeTemporaryFolder(parent));
    await openState(abandoned);
    await writeFile(abandoned.lock, deadHolder);
    const source = `process.stdout.write('up'); setInterval(() => {}, 1000)`;
    const orphan = spawn(process.execPath, ['-e', source, 'start-dev', abandoned.temporalDatabase]);
    await once(orphan.stdout, 'data');
    await writeFile(abandoned.processes, JSON.stringify({ temporal: orphan.pid }));

    const used = statePaths(await makeTemporaryFolder(parent));
    await openState(used);
    await takeLock(used.lock);
    const made = statePaths(await makeTemporaryFolder(parent));
    const other = statePaths(path.join(parent, 'marketwright-data'));
    await openState(other);
    await writeFile(other.lock, deadHolder);

    await sweepTemporaryFolders(parent);
    const left = [used, made, other].map(({ dataDir }) => path.basename(dataDir));
    expect((await readdir(parent)).sort()).toEqual(left.sort());
    expect(await isAlive(orphan.pid ?? 0)).toBe(false);
  }));
