import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { savePaidAnswer } from './ask.ts';

test('keeping an answer of many bytes costs a fraction of writing it as JSON', async () => {
  const answer = { vectors: Array.from({ length: 100 }, () => Buffer.alloc(4 * 1_536, 200)) };
  const keep = () =>
    savePaidAnswer(
      randomUUID(),
      async () => answer,
      async () => undefined,
    );
  const write = () => JSON.stringify(answer);
  expect(await cpuTimeOf(keep)).toBeLessThan((await cpuTimeOf(write)) / 4);
});

test('an answer that was not saved is saved the next time, and asked for once', async () => {
  const key = randomUUID();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return { text: 'Calm.', bytes: Buffer.from([1]) };
  };
  const fail = () => Promise.reject(new Error('away'));
  await expect(savePaidAnswer(key, ask, fail)).rejects.toThrow('away');
  expect(await savePaidAnswer(key, ask, async (answer) => answer)).toEqual({ text: 'Calm.', bytes: Buffer.from([1]) });
  expect(asked).toBe(1);
});
