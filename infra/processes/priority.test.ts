import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { BACKGROUND_NICENESS, letSessionGiveWay } from './priority.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that leads a session, once it has threads. */
async function leader(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  children.push(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('It was not started.');
  await waitUntil('its threads', async () => threadsOf(pid).length > 4);
  return pid;
}

const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`).map(Number);
const groupOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8');
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('each thread gives way, and the session where the kernel groups by sessions', async () => {
  const pid = await leader();
  const own = existsSync('/proc/self/autogroup') ? groupOf('self') : undefined;
  letSessionGiveWay(pid);
  const expected = Math.max(getPriority(), BACKGROUND_NICENESS);
  expect(threadsOf(pid).map((thread) => getPriority(thread))).toEqual(threadsOf(pid).map(() => expected));
  if (own === undefined) return;
  await waitUntil('its group', async () => groupOf(pid).trim().endsWith(`nice ${BACKGROUND_NICENESS}`));
  expect(groupOf('self')).toBe(own);
});

onLinux('a write that came too early is repeated', async () => {
  const pid = await leader();
  const writes: string[] = [];
  letSessionGiveWay(pid, BACKGROUND_NICENESS, (file, text) => {
    writes.push(`${file} ${text}`);
    if (writes.length < 3) throw Object.assign(new Error('Try again'), { code: 'EAGAIN' });
  });
  await waitUntil('the third write', async () => writes.length === 3);
  expect(new Set(writes)).toEqual(new Set([`/proc/${pid}/autogroup ${BACKGROUND_NICENESS}`]));
});

test('a process that has ended, and a system without groups, are no errors', () => {
  const denied = Object.assign(new Error('No such file'), { code: 'ENOENT' });
  let writes = 0;
  letSessionGiveWay(999_999_999, BACKGROUND_NICENESS, () => {
    writes += 1;
    throw denied;
  });
  expect(writes).toBe(1);
});
