import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { withFolder } from '../../../test/environment/folder.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { freePort } from '../ports.ts';
import { Supervised } from '../supervised.ts';
import { createRestarter, type Restarter } from './restarter.ts';
import { watchFolders } from './watch.ts';

/** A restarter on a stack whose processes start at once; `start` may fail or wait. */
function testRestarter(start: (name: string) => Promise<void> = async () => undefined) {
  const steps: string[] = [];
  const lines: string[] = [];
  const restarter = createRestarter({
    stack: {
      pause: async (name) => void steps.push(`pause ${name}`),
      start: (name) => {
        steps.push(`start ${name}`);
        return start(name);
      },
    },
    migrate: async () => void steps.push('migrate'),
    restarted: (name) => steps.push(`restarted ${name}`),
    report: (line) => lines.push(line),
  });
  return { restarter, steps, lines };
}

test('only the process whose code changed restarts, once for all files of a change', async () => {
  const { restarter, steps } = testRestarter();
  restarter.changed(['api/app.ts', 'api/health/pages.ts', 'console/src/main.tsx']);
  await restarter.idle();
  expect(steps).toEqual(['pause api', 'start api', 'restarted api']);
});

test('migrations run between the end and the start', async () => {
  const { restarter, steps } = testRestarter();
  restarter.changed(['infra/database/migrations/0050-x.ts']);
  await restarter.idle();
  expect(steps.indexOf('migrate')).toBeLessThan(steps.indexOf('start api'));
  expect(steps).toContain('restarted worker');
});

test('code that does not start is reported, and the next change starts again', async () => {
  let broken = true;
  const { restarter, steps, lines } = testRestarter(async () => {
    if (broken) throw new Error('SyntaxError');
  });
  restarter.changed(['worker/queues.ts']);
  await restarter.idle();
  expect(lines).toEqual(['worker does not start:\nSyntaxError']);
  broken = false;
  restarter.changed(['worker/queues.ts']);
  await restarter.idle();
  expect(steps.at(-1)).toBe('restarted worker');
});

test('a change during a start ends that start', async () => {
  const started = Promise.withResolvers<void>();
  let fail: ((error: Error) => void) | undefined;
  const { restarter, steps, lines } = testRestarter(() => {
    if (fail) return Promise.resolve();
    return new Promise((_resolve, reject) => {
      fail = reject;
      started.resolve();
    });
  });
  restarter.changed(['api/app.ts']);
  await started.promise;
  restarter.changed(['api/app.ts']);
  expect(steps.at(-1)).toBe('pause api');
  fail?.(new Error('api is stopped.'));
  await restarter.idle();
  expect(steps.slice(-2)).toEqual(['start api', 'restarted api']);
  expect(lines.join()).not.toContain('does not start');
});

test('a saved file starts a real process again, with the new code', () =>
  withFolder(async (folder) => {
    const program = path.join(folder, 'api/main.js');
    const write = (answer: string) =>
      writeFile(
        program,
        `require('node:http').createServer((_, response) => response.end('${answer}')).listen(process.argv[2]);`,
      );
    await mkdir(path.dirname(program));
    await write('old');
    const port = await freePort();
    const read = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    const child = new Supervised(
      {
        name: 'api',
        command: process.execPath,
        args: [program, String(port)],
        cwd: folder,
        env: {},
        stopSignal: 'SIGTERM',
        graceMs: 5000,
        ready: () => read().then(() => true),
      },
      path.join(folder, 'api.log'),
      { report: () => undefined, changed: async () => undefined, echo: undefined },
    );
    let restarter: Restarter | undefined;
    const unwatch = watchFolders(folder, ['api', 'not-there'], (files) => restarter?.changed(files));
    try {
      await child.start();
      expect(await read()).toBe('old');
      restarter = createRestarter({
        stack: { pause: (_name, graceMs) => child.stop(graceMs), start: () => child.start() },
        migrate: async () => undefined,
        restarted: () => undefined,
        report: () => undefined,
      });
      await write('new');
      await waitUntil('the new code to answer', read, (answer) => answer === 'new', { retryErrors: true });
    } finally {
      unwatch();
      await restarter?.idle();
      await child.stop();
    }
  }));
