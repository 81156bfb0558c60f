import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../../test/environment/folder.ts';
import { noProgress } from '../progress.ts';
import { type ResolveOptions, resolveTemporal, type Source } from './resolve.ts';

/** Writes an executable that answers --version like the real one. */
async function fake(file: string, says = 'temporal version 1.5.1 (Server 1.29.1)'): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  return file;
}

function options(folder: string, more: Partial<ResolveOptions> = {}): ResolveOptions {
  return {
    address: undefined,
    cliPath: undefined,
    searchPath: [path.join(folder, 'empty'), path.join(folder, 'path')],
    cacheDir: path.join(folder, 'cache'),
    progress: noProgress,
    report: () => undefined,
    signal: new AbortController().signal,
    sources: [],
    ...more,
  };
}

const working: Source = (folder) => fake(path.join(folder, 'temporal-1.5.1'));
const failing: Source = async () => {
  throw new Error('the host cannot be reached');
};

test('the order: address, named executable, PATH, cached copy, then the ways to get one', () =>
  withFolder(async (folder) => {
    const named = await fake(path.join(folder, 'named'));
    const onPath = await fake(path.join(folder, 'path', 'temporal'));
    const cached = await fake(path.join(folder, 'cache', 'bin', 'temporal'));
    const all = options(folder, { address: 'temporal.example:7233', cliPath: named });
    expect(await resolveTemporal(all)).toEqual({ address: 'temporal.example:7233' });
    expect(await resolveTemporal({ ...all, address: undefined })).toEqual({ executable: named });
    expect(await resolveTemporal(options(folder))).toEqual({ executable: onPath });
    expect(await resolveTemporal(options(folder, { searchPath: [] }))).toEqual({ executable: cached });
  }));

test('a named executable that does not work is an error, not a reason to look further', () =>
  withFolder(async (folder) => {
    await fake(path.join(folder, 'path', 'temporal'));
    const cliPath = await fake(path.join(folder, 'named'), 'something else');
    await expect(resolveTemporal(options(folder, { cliPath }))).rejects.toThrow(/^TEMPORAL_CLI_PATH: .*something else/);
    await expect(resolveTemporal(options(folder, { cliPath: '/none' }))).rejects.toThrow(/TEMPORAL_CLI_PATH: \/none/);
  }));

test('the first way that works fills the cache, which holds nothing else afterwards', () =>
  withFolder(async (folder) => {
    const cached = path.join(folder, 'cache', 'bin', 'temporal');
    const sources = [
      { title: 'Downloading', source: failing },
      { title: 'Building', source: working },
    ];
    const lines: string[] = [];
    const report = (line: string) => lines.push(line);
    expect(await resolveTemporal(options(folder, { sources, report }))).toEqual({ executable: cached });
    // Why the next minutes go into a build.
    expect(lines).toEqual(['Downloading: the host cannot be reached']);
    expect(await readFile(cached, 'utf8')).toContain('temporal version');
    expect(await readdir(path.join(folder, 'cache'))).toEqual(['bin']);
    expect(await resolveTemporal(options(folder))).toEqual({ executable: cached });
  }));

test('two that want it at once get it once', () =>
  withFolder(async (folder) => {
    let runs = 0;
    const source: Source = async (target, signal) => {
      runs += 1;
      return working(target, signal);
    };
    const both = options(folder, { sources: [{ title: 'Building', source }] });
    const [first, second] = await Promise.all([resolveTemporal(both), resolveTemporal(both)]);
    expect(first).toEqual(second);
    expect(runs).toBe(1);
  }));

test('when all fail, the error gives each reason and what to install; a broken executable is not kept', () =>
  withFolder(async (folder) => {
    const broken: Source = (target) => fake(path.join(target, 'temporal'), 'nonsense');
    const sources = [
      { title: 'Downloading', source: failing },
      { title: 'Building', source: broken },
    ];
    await expect(resolveTemporal(options(folder, { sources }))).rejects.toThrow(
      /no Temporal server to run:\n {2}Downloading: the host cannot be reached\n {2}Building: .*nonsense\nInstall the Temporal CLI/,
    );
    expect(await readdir(path.join(folder, 'cache'))).toEqual([]);
  }));
