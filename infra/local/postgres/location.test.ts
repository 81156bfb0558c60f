import { chmod, lstat, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../../test/environment/folder.ts';
import { canTraverse, locatePostgres } from './location.ts';

/** An account without rights: it can only enter folders open to all. */
const account = { uid: 2 ** 30, gid: 2 ** 30 };

interface Places {
  cluster: string;
  native: string;
  fallbackParents: string[];
}

/** A data folder, executables and a fallback folder below a folder that is open to all. */
async function prepare(folder: string): Promise<Places> {
  await chmod(folder, 0o755);
  const [data, native, fallback] = ['data', 'native', 'fallback'].map((name) => path.join(folder, name));
  if (!data || !native || !fallback) throw new Error('three places');
  await mkdir(data);
  await mkdir(path.join(native, 'bin'), { recursive: true });
  await mkdir(fallback);
  for (const name of ['postgres', 'initdb']) await writeFile(path.join(native, 'bin', name), name, { mode: 0o644 });
  return { cluster: path.join(data, 'postgres'), native, fallbackParents: [fallback] };
}

function locate(places: Places, lines: string[] = []) {
  return locatePostgres({ ...places, account, report: (line) => lines.push(line) });
}

test('what the account can reach stays where it is, made executable', () =>
  withFolder(async (folder) => {
    const places = await prepare(folder);
    const lines: string[] = [];
    expect(await locate(places, lines)).toEqual({ cluster: places.cluster, bin: path.join(places.native, 'bin') });
    expect(lines).toEqual([]);
    expect((await lstat(path.join(places.native, 'bin', 'initdb'))).mode & 0o111).toBe(0o111);
  }));

test('a closed data folder moves the cluster out, keeps a link, and finds it again', () =>
  withFolder(async (folder) => {
    const places = await prepare(folder);
    const dataDir = path.dirname(places.cluster);
    await chmod(dataDir, 0o700);
    const lines: string[] = [];
    const { cluster } = await locate(places, lines);
    expect(path.dirname(path.dirname(cluster))).toBe(places.fallbackParents[0]);
    expect(await readlink(places.cluster)).toBe(cluster);
    expect(await canTraverse(path.dirname(cluster), account)).toBe(true);
    expect(lines).toEqual([`The user postgres cannot enter ${dataDir}; the database is kept in ${cluster}`]);
    // Opened later, the data stay where they are.
    await chmod(dataDir, 0o755);
    expect((await locate(places)).cluster).toBe(cluster);
  }));

test('closed executables are copied beside the cluster, once a version', () =>
  withFolder(async (folder) => {
    const places = await prepare(folder);
    await chmod(places.native, 0o700);
    const lines: string[] = [];
    const { bin } = await locate(places, lines);
    expect(bin).toBe(path.join(folder, 'data', 'postgres-native', 'bin'));
    expect(await readFile(path.join(bin, 'postgres'), 'utf8')).toBe('postgres');
    await locate(places, lines);
    expect(lines).toHaveLength(1);
    await writeFile(path.join(places.native, 'bin', 'postgres'), 'postgres 19');
    await locate(places, lines);
    expect(await readFile(path.join(bin, 'postgres'), 'utf8')).toBe('postgres 19');
  }));

test('with no fallback folder to use, the reason names each one tried', () =>
  withFolder(async (folder) => {
    const places = await prepare(folder);
    await chmod(path.dirname(places.cluster), 0o700);
    const closed = path.join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await expect(locate({ ...places, fallbackParents: [closed] })).rejects.toThrow(
      /No folder that the user postgres can enter; set DATA_DIR to one\. Tried:\n.*closed\/marketwright-.*is closed/,
    );
  }));
