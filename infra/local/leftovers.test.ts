import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { partsToRun, urlsOf } from './layout.ts';
import { endLeftovers, isAlive, markOf, type ProcessMark, readProcessTable, stopLeftovers } from './processes.ts';
import { simulatorSpecs } from './simulators.ts';
import { temporaryConfig } from './stack-options.ts';
import { statePaths } from './state.ts';

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process that waits, started as `node <folder>/api/main.ts` with the given data folder. */
async function runApi(folder: string, dataDir: string, source = 'setInterval(() => {}, 1000)'): Promise<number> {
  const program = path.join(folder, 'api', 'main.ts');
  await mkdir(path.dirname(program), { recursive: true });
  await writeFile(program, `process.stdout.write('up'); ${source}`);
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid ?? 0;
}

describe('leftovers', () => {
  test('a recorded process of ours is stopped', () =>
    withFolder(async (folder) => {
      const paths = statePaths(folder);
      const pid = await runApi(folder, folder);
      await writeFile(paths.processes, JSON.stringify({ api: pid }));
      expect(await endLeftovers(paths)).toEqual(['api']);
      expect(await isAlive(pid)).toBe(false);
    }));

  test('the same program on another data folder is left alone', () =>
    withFolder(async (folder) => {
      const paths = statePaths(folder);
      const pid = await runApi(folder, '/somewhere/else');
      await writeFile(paths.processes, JSON.stringify({ api: pid }));
      expect(await endLeftovers(paths)).toEqual([]);
      expect(await isAlive(pid)).toBe(true);
    }));

  test('an id that now belongs to another program is left alone', () =>
    withFolder(async (folder) => {
      const paths = statePaths(folder);
      await writeFile(paths.processes, JSON.stringify({ postgres: process.pid, api: 2 ** 30, other: process.pid }));
      expect(await endLeftovers(paths)).toEqual([]);
    }));

  test('one that ignores the request to end is killed after its time', () =>
    withFolder(async (folder) => {
      const pid = await runApi(folder, folder, `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`);
      const mark: ProcessMark = { contains: ['api/main.ts', folder], stopSignal: 'SIGTERM', graceMs: 200 };
      expect(await stopLeftovers({ api: pid }, () => mark)).toEqual(['api']);
      expect(await isAlive(pid)).toBe(false);
    }));

  test('a damaged or missing processes.json holds nothing', () =>
    withFolder(async (folder) => {
      const { processes } = statePaths(folder);
      expect(await readProcessTable(processes)).toEqual({});
      await writeFile(processes, '{"api": "12"}');
      expect(await readProcessTable(processes)).toEqual({});
    }));

  test('every simulator is marked as it is started', () => {
    const config = temporaryConfig('/data');
    const run = partsToRun(config, ['sandboxAi', 'sandboxMarketplace', 'sandboxMail', 'sandboxGateway']);
    const { ports } = config;
    const urls = urlsOf(config, run, ports, undefined);
    const paths = statePaths('/data');
    const gatewaySecrets = { generic: 'x', stripe: 'x' };
    const specs = simulatorSpecs({ config, run, ports, urls, paths, gatewaySecrets, aiLatencyMs: undefined });
    expect(specs).toHaveLength(run.size);
    for (const { name, args, env } of specs) {
      const started = [...args, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)].join('\n');
      const { contains = [] } = markOf(name, paths, '') ?? {};
      expect({ name, missing: contains.filter((part) => !started.includes(part)), contains }).toEqual({
        name,
        missing: [],
        contains: [expect.stringContaining('sandbox/'), 'DATA_DIR=/data'],
      });
    }
  });

  test('further processes of a part are marked like the first', () => {
    const paths = statePaths('/data');
    expect(markOf('worker2', paths, '')).toEqual(markOf('worker', paths, ''));
    expect(markOf('unknown', paths, '')).toBeUndefined();
  });
});
