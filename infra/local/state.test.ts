import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { fallbackFolders } from './postgres/location.ts';
import { openState, readSecrets, removeState, statePaths } from './state.ts';

describe('openState', () => {
  test('makes the secrets once, readable only by the owner', () =>
    withFolder(async (folder) => {
      const paths = statePaths(path.join(folder, 'data'));
      const made = await openState(paths);
      expect(Buffer.from(made.secretsKey, 'base64')).toHaveLength(32);
      expect((await stat(paths.secrets)).mode & 0o777).toBe(0o600);
      expect(await openState(paths)).toEqual(made);
    }));

  test('refuses a folder with files of our names that are not ours', () =>
    withFolder(async (folder) => {
      await mkdir(path.join(folder, 'logs'));
      await expect(openState(statePaths(folder))).rejects.toThrow(/holds logs but no valid secrets.json/);
      expect(await readdir(folder)).toEqual(['logs']);
    }));

  test('lives beside files of other names', () =>
    withFolder(async (folder) => {
      await writeFile(path.join(folder, '.gitkeep'), '');
      const paths = statePaths(folder);
      expect(await readSecrets(paths)).toBeUndefined();
      await openState(paths);
      expect(await readSecrets(paths)).toBeDefined();
    }));
});

describe('removeState', () => {
  test('removes what we made, also half-written files, and nothing else', () =>
    withFolder(async (folder) => {
      const paths = statePaths(folder);
      await openState(paths);
      await mkdir(path.join(folder, 'postgres', 'base'), { recursive: true });
      await writeFile(path.join(folder, 'processes.json.0123456789ab.tmp'), '');
      for (const name of ['notes.txt', 'processes.json.bak', 'logs.old']) await writeFile(path.join(folder, name), '');
      const removed = await removeState(paths);
      expect((await readdir(folder)).sort()).toEqual(['logs.old', 'notes.txt', 'processes.json.bak']);
      expect(removed).toContain(path.join(folder, 'postgres'));
      expect(removed.at(-1)).toBe(paths.secrets);
    }));

  test('removes the folder when nothing else is in it', () =>
    withFolder(async (folder) => {
      const paths = statePaths(path.join(folder, 'data'));
      await openState(paths);
      await removeState(paths);
      expect(await readdir(folder)).toEqual([]);
    }));

  test('follows the link of the cluster to our own fallback folder only', () =>
    withFolder(async (folder) => {
      const paths = statePaths(path.join(folder, 'data'));
      await openState(paths);
      const [fallback] = fallbackFolders(paths.dataDir, [folder]);
      if (!fallback) throw new Error('there is one fallback folder');
      await mkdir(path.join(fallback, 'postgres'), { recursive: true });
      await symlink(path.join(fallback, 'postgres'), paths.postgres);
      expect(await removeState(paths)).toContain(fallback);
      expect(await readdir(folder)).toEqual([]);
    }));

  test('a link to somewhere else is removed, its target is not', () =>
    withFolder(async (folder) => {
      const paths = statePaths(path.join(folder, 'data'));
      await openState(paths);
      await mkdir(path.join(folder, 'mine', 'postgres'), { recursive: true });
      await symlink(path.join(folder, 'mine', 'postgres'), paths.postgres);
      await removeState(paths);
      expect(await readdir(folder)).toEqual(['mine']);
      expect(await readdir(path.join(folder, 'mine'))).toEqual(['postgres']);
    }));
});
