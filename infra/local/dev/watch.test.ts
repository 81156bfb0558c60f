import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from '@jest/globals';
import { withFolder } from '../../../test/environment/folder.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { watchFolders } from './watch.ts';

/** Calls `change`, and waits until the watcher has named the file since. */
type Save = (file: string, change: () => Promise<void>) => Promise<void>;

/** Watches `domain` of an empty folder, which has `credits`. */
function whileWatching(work: (root: string, save: Save) => Promise<void>): Promise<void> {
  return withFolder(async (root) => {
    await mkdir(path.join(root, 'domain/credits'), { recursive: true });
    const seen = new Set<string>();
    const unwatch = watchFolders(root, ['domain', 'not-there'], (files) => {
      for (const file of files) seen.add(file);
    });
    const save: Save = async (file, change) => {
      seen.clear();
      await change();
      await waitUntil(`${file} to be named`, async () => seen.has(path.normalize(file)), Boolean);
    };
    try {
      await work(root, save);
    } finally {
      unwatch();
    }
  });
}

test('a file that is put in the place of another is seen each time, and so is one that is written after that', () =>
  whileWatching(async (root, save) => {
    const file = path.join(root, 'domain/credits/ledger.ts');
    const replace = async () => {
      await writeFile(`${file}.new`, 'new');
      await rename(`${file}.new`, file);
    };
    await save('domain/credits/ledger.ts', () => writeFile(file, 'first'));
    for (let round = 0; round < 3; round += 1) await save('domain/credits/ledger.ts', replace);
    await save('domain/credits/ledger.ts', () => writeFile(file, 'last'));
  }));

test('a folder that comes, goes and comes again is watched with what is in it', () =>
  whileWatching(async (root, save) => {
    const folder = path.join(root, 'domain/notes');
    const file = path.join(folder, 'operations/reads.ts');
    for (let round = 0; round < 2; round += 1) {
      await save('domain/notes/operations/reads.ts', async () => {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, 'one');
      });
      await save('domain/notes/operations/reads.ts', () => writeFile(file, 'two'));
      await save('domain/notes', () => rm(folder, { recursive: true }));
    }
  }));
