import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';

const MODULE = fileURLToPath(new URL('./log.ts', import.meta.url));

/** The lines of a process that logs and ends. */
async function linesOf(program: string): Promise<Record<string, unknown>[]> {
  const source = `
    const { createLogger, logCrashes, withKnownFields } = await import(${JSON.stringify(MODULE)});
    const log = createLogger({ name: 'test', level: 'info' });
    ${program}`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', source], { reject: false });
  return stdout.split('\n').map((line) => JSON.parse(line));
}

const MANY = 2_000;
const writeMany = `for (let n = 0; n < ${MANY}; n += 1) log.info({ n }, 'a line');`;
const all = Array.from({ length: MANY }, (_, n) => expect.objectContaining({ n, msg: 'a line' }));

test.each([
  ['ends', ''],
  ['exits', 'process.exit(0);'],
])('a process that %s has written every line in order', async (_how, end) => {
  expect(await linesOf(`${writeMany} ${end}`)).toEqual(all);
});

test('a process that crashes has written every line, and why', async () => {
  const lines = await linesOf(`logCrashes(log); ${writeMany} queueMicrotask(() => { throw new Error('broken'); });`);
  const end = { level: 'fatal', err: expect.objectContaining({ message: 'broken' }), origin: 'uncaughtException' };
  expect(lines).toEqual([...all, expect.objectContaining(end)]);
});

test('fields with names of secrets are not written, unless the line has known fields only', async () => {
  const given = `{ token: 'x', user: { password: 'x', keys: { secret: 'x' } }, path: '/token' }`;
  const hidden = '[redacted]';
  expect(
    await linesOf(`log.info(${given}); withKnownFields(log).info({ path: '/token', status: 200 }, 'request');`),
  ).toEqual([
    expect.objectContaining({ token: hidden, user: { password: hidden, keys: { secret: hidden } }, path: '/token' }),
    expect.objectContaining({ level: 'info', name: 'test', path: '/token', status: 200, msg: 'request' }),
  ]);
});
