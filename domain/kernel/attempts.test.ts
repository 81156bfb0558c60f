import { expect, test } from '@jest/globals';
import { Attempts } from './attempts.ts';

test('what fails stops no other work, and is thrown at the end', async () => {
  const attempts = new Attempts();
  const done = [];
  for (const number of [1, 2, 3, 4]) {
    done.push(
      await attempts.make(async () => {
        if (number % 2 === 0) throw new Error(`${number} is even`);
        return number;
      }),
    );
  }
  expect(done).toEqual([1, undefined, 3, undefined]);
  expect(() => attempts.end((failed) => `${failed} failed.`)).toThrow(
    expect.objectContaining({
      message: '2 failed.',
      errors: [new Error('2 is even'), new Error('4 is even')],
    }),
  );
});

test('where nothing failed, the end throws nothing', async () => {
  const attempts = new Attempts();
  await attempts.make(async () => 'done');
  attempts.end((failed) => `${failed} failed.`);
});

test('what is done instead counts as well when it fails, and is not done where the work succeeded', async () => {
  const attempts = new Attempts();
  const instead: unknown[] = [];
  const fail = (what: string) => async () => {
    throw new Error(what);
  };
  await attempts.make(fail('one'), async (error) => instead.push(error));
  await attempts.make(fail('two'), fail('instead of two'));
  expect(await attempts.make(async () => 'done', fail('never'))).toBe('done');
  expect(instead).toEqual([new Error('one')]);
  expect(() => attempts.end((failed) => `${failed} failed.`)).toThrow(
    expect.objectContaining({ errors: [new Error('one'), new Error('two'), new Error('instead of two')] }),
  );
});
