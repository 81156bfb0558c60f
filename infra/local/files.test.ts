import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { parseJson, readFileIfPresent, writeFileAtomic } from './files.ts';

describe('writeFileAtomic', () => {
  test('replaces the text, sets the mode and leaves no temporary file', () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'state.json');
      await writeFile(file, 'old', { mode: 0o644 });
      await writeFileAtomic(file, 'new');
      expect(await readFile(file, 'utf8')).toBe('new');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(folder)).toEqual(['state.json']);
    }));

  test('a reader never sees a part while writers compete', () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'state.json');
      const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(200_000));
      const writers = Promise.all(Array.from({ length: 30 }, (_, i) => writeFileAtomic(file, texts[i % 3] ?? '')));
      let writing = true;
      const reader = (async () => {
        while (writing) {
          const seen = await readFileIfPresent(file);
          if (seen !== undefined) expect(texts).toContain(seen);
        }
      })();
      await writers;
      writing = false;
      await reader;
      expect(await readdir(folder)).toEqual(['state.json']);
    }));

  test('leaves the old text and no temporary file when the place cannot be written', () =>
    withFolder(async (folder) => {
      await expect(writeFileAtomic(path.join(folder, 'missing', 'state.json'), 'new')).rejects.toThrow(/ENOENT/);
      expect(await readdir(folder)).toEqual([]);
    }));
});

test('a missing file is undefined, other trouble is thrown', () =>
  withFolder(async (folder) => {
    expect(await readFileIfPresent(path.join(folder, 'none'))).toBeUndefined();
    await expect(readFileIfPresent(folder)).rejects.toThrow(/EISDIR/);
  }));

test('text that is no JSON parses to undefined', () => {
  expect(parseJson('{"a":')).toBeUndefined();
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
});
