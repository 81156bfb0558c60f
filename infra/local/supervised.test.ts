import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { withFolder } from '../../test/environment/folder.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { SERVICE_NICENESS } from '../processes/priority.ts';
import { isWarning } from './log-tail.ts';
import { isAlive } from './processes.ts';
import { type ChildSpec, Supervised } from './supervised.ts';

/** Serves, which is to say writes a file, until it is ended. */
const SERVE = `process.stdout.write('{"level":30}\\n'); require('node:fs').writeFileSync('up', ''); setInterval(() => {}, 1000);`;

function supervise(folder: string, source: string, spec: Partial<ChildSpec> = {}) {
  const lines: string[] = [];
  const pids: (number | undefined)[] = [];
  const up = path.join(folder, 'up');
  const child: Supervised = new Supervised(
    {
      name: 'probe',
      command: process.execPath,
      args: ['-e', source],
      cwd: folder,
      env: {},
      stopSignal: 'SIGTERM',
      graceMs: 300,
      clear: () => rm(up, { force: true }),
      ready: async () => existsSync(up),
      ...spec,
    },
    path.join(folder, 'probe.log'),
    { report: (line) => lines.push(line), changed: async () => void pids.push(child.pid), echo: undefined },
  );
  return { child, lines, pids };
}

describe('Supervised', () => {
  test.each([
    [true, SERVICE_NICENESS],
    [false, 0],
  ])('a process in the background (%s) gives way to others once it serves', (background, niceness) =>
    withFolder(async (folder) => {
      const own = getPriority();
      const before: number[] = [];
      const ready = async () => {
        before.push(getPriority(child.pid));
        return before.length === 2;
      };
      const { child } = supervise(folder, SERVE, { background, ready });
      await child.start();
      expect(before).toEqual([own, own]);
      expect(getPriority(child.pid)).toBe(Math.max(own, background ? niceness : own));
      await child.stop();
    }),
  );

  test('starts a killed process again and tells each change of its id', () =>
    withFolder(async (folder) => {
      const { child, lines, pids } = supervise(folder, SERVE);
      await child.start();
      const first = child.pid;
      await child.kill('SIGKILL');
      await child.whenReady();
      const second = child.pid;
      expect(second).not.toBe(first);
      expect(pids).toEqual([first, undefined, second]);
      expect(lines).toEqual(['probe was ended by SIGKILL; starting it again in 0.2 s']);
      await child.stop();
      expect(await isAlive(second ?? 0)).toBe(false);
    }));

  test('ends one that runs but no longer serves, and starts it again', () =>
    withFolder(async (folder) => {
      const { child, lines } = supervise(folder, SERVE, { liveness: { everyMs: 20, failures: 3 } });
      await child.start();
      const first = child.pid;
      // It wrote the file once, so it would never serve again by itself.
      await rm(path.join(folder, 'up'));
      await waitUntil('another process', () => child.pid !== undefined && child.pid !== first);
      await child.whenReady();
      expect(lines).toEqual([
        'probe runs, but has not served 3 times in a row; it is ended',
        'probe was ended by SIGKILL; starting it again in 0.2 s',
      ]);
      await child.stop();
    }));

  test('leaves one alone that fails now and then', () =>
    withFolder(async (folder) => {
      let probes = 0;
      const ready = async () => {
        probes += 1;
        return probes % 3 === 1;
      };
      const { child, lines } = supervise(folder, SERVE, { ready, liveness: { everyMs: 5, failures: 3 } });
      await child.start();
      await waitUntil('some probes', () => probes > 12);
      expect(lines).toEqual([]);
      await child.stop();
    }));

  test("what a process writes, and its log, is its owner's alone", () =>
    withFolder(async (folder) => {
      const log = path.join(folder, 'probe.log');
      await writeFile(log, 'of an earlier version', { mode: 0o644 });
      const { child } = supervise(folder, SERVE);
      await child.start();
      const modes = await Promise.all(
        [log, path.join(folder, 'up')].map(async (file) => (await stat(file)).mode & 0o777),
      );
      expect(modes).toEqual([0o600, 0o600]);
      await child.stop();
    }));

  test('a stopped process stays down until it is started', () =>
    withFolder(async (folder) => {
      const { child } = supervise(folder, SERVE);
      await child.start();
      await child.stop();
      expect(child.pid).toBeUndefined();
      await expect(child.whenReady()).rejects.toThrow('probe is stopped.');
      await child.start();
      expect(child.pid).toBeDefined();
      await child.stop();
    }));

  test('stopping during the pause before a restart starts nothing', () =>
    withFolder(async (folder) => {
      const { child, pids } = supervise(folder, SERVE);
      await child.start();
      await child.kill('SIGKILL');
      await child.stop();
      expect(pids.at(-1)).toBeUndefined();
    }));

  test('one that does not end in its time, or is held, is killed', () =>
    withFolder(async (folder) => {
      const { child } = supervise(folder, `process.on('SIGTERM', () => {}); ${SERVE}`);
      await child.start();
      const pid = child.pid ?? 0;
      await child.kill('SIGSTOP');
      await child.stop();
      expect(await isAlive(pid)).toBe(false);
    }));

  test('one that never serves is given up with the end of its log', () =>
    withFolder(async (folder) => {
      const { child, lines } = supervise(folder, `console.error('no database'); process.exit(3)`);
      await expect(child.start()).rejects.toThrow(
        /^probe exited with code 3\.\n.*probe\.log ends with:\n(no database\n?){3}$/,
      );
      expect(lines).toEqual([
        'probe exited with code 3; starting it again in 0.2 s\nno database',
        'probe exited with code 3; starting it again in 0.4 s\nno database\nno database',
      ]);
      await child.stop();
    }));

  test('a program that is not there is given up, too', () =>
    withFolder(async (folder) => {
      const { child } = supervise(folder, '', { command: path.join(folder, 'none') });
      await expect(child.start()).rejects.toThrow(/probe cannot start: .*ENOENT/);
      await child.stop();
    }));

  test('a limit of time ends the wait for one that hangs', () =>
    withFolder(async (folder) => {
      const { child } = supervise(folder, 'setInterval(() => {}, 1000)');
      await expect(child.start(300)).rejects.toThrow(/probe does not serve after/);
      await child.stop();
    }));

  test('the log goes straight to its file; a large one is put aside at the next start', () =>
    withFolder(async (folder) => {
      const log = path.join(folder, 'probe.log');
      await writeFile(log, Buffer.alloc(21 * 1024 * 1024, 'x'));
      const { child } = supervise(folder, SERVE);
      await child.start();
      await child.stop();
      expect(await readFile(log, 'utf8')).toBe('{"level":30}\n');
      expect(existsSync(`${log}.1`)).toBe(true);
    }));
});

test('warnings are told from other lines of the log', () => {
  expect(isWarning('{"level":30,"msg":"started"}')).toBe(false);
  expect(isWarning('{"level":"info","msg":"\\"level\\":50"}')).toBe(false);
  expect(isWarning('{"level":40,"msg":"slow"}')).toBe(true);
  expect(isWarning('{"time":1,"level":"error"}')).toBe(true);
  expect(isWarning('[INFO] not from the logger "level":50')).toBe(false);
});
