import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { execa } from 'execa';

const MODULE = fileURLToPath(new URL('./log.ts', import.meta.url));

const nodeArguments = (program: string) => {
  const source = `
    const { createLogger, logCrashes, withKnownFields } = await import(${JSON.stringify(MODULE)});
    const log = createLogger({ name: 'test', level: 'info' });
    ${program}`;
  return ['--input-type=module', '--eval', source];
};

/** The lines of a process that logs and ends; Node gets the flags. */
async function linesOf(program: string, flags: readonly string[] = []): Promise<Record<string, unknown>[]> {
  const { stdout } = await execa(process.execPath, [...flags, ...nodeArguments(program)], { reject: false });
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

test('a warning of Node is a line of the log, unless a flag switches it off', async () => {
  const warn = `logCrashes(log); for (const name of ['Experimental', 'Other']) process.emitWarning('careful', name + 'Warning');`;
  const line = (type: string) => expect.objectContaining({ level: 'warn', err: expect.objectContaining({ type }) });
  expect(await linesOf(warn)).toEqual([line('ExperimentalWarning'), line('OtherWarning')]);
  expect(await linesOf(warn, ['--disable-warning=ExperimentalWarning'])).toEqual([line('OtherWarning')]);
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

/** Logs until the other side has heard from it five times, then does what is given. */
const serve = (end: string) => `
  logCrashes(log);
  const every = setInterval(() => { log.info('x'.repeat(10_000)); process.send('serves'); }, 20);
  process.on('message', () => { clearInterval(every); ${end} });`;

async function endOf(program: string, output: number | 'pipe', meanwhile = (_child: ReturnType<typeof spawn>) => {}) {
  const child = spawn(process.execPath, nodeArguments(program), { stdio: ['ignore', output, 'ignore', 'ipc'] });
  const exit = once(child, 'exit');
  meanwhile(child);
  for (let heard = 0; heard < 5; heard += 1) await once(child, 'message');
  child.send('end');
  const [code] = await exit;
  return code;
}

test.each([
  ['ends', `process.disconnect(); process.exitCode = 3;`, 3],
  ['crashes', `throw new Error('broken');`, 1],
])('a process serves where the disk of its log is full, and %s', async (_how, end, code) => {
  await using full = await open('/dev/full', 'w');
  expect(await endOf(serve(end), full.fd)).toBe(code);
});

test.each([
  ['ends', `process.disconnect(); process.exitCode = 3;`, 3],
  ['crashes', `throw new Error('broken');`, 1],
])('a process serves where nobody reads its log any more, and %s', async (_how, end, code) => {
  expect(await endOf(serve(end), 'pipe', (child) => child.stdout?.destroy())).toBe(code);
});

test('lines beyond what may wait for a slow reader are lost, and counted once there is room', async () => {
  const program = `
    const text = 'x'.repeat(100_000);
    for (let n = 0; n < 100; n += 1) log.info(text);
    setTimeout(() => log.info('later'), 100);`;
  const lines = await linesOf(program);
  const written = lines.filter(({ msg }) => String(msg).startsWith('xxx')).length;
  expect(written).toBeGreaterThan(30);
  expect(written).toBeLessThan(50);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', lines: 100 - written }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'later' }));
});
