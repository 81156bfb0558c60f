import { expect, test } from '@jest/globals';
import { openAnswer, sealAnswer } from './answers.ts';

const secrets = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Buffer) => sealed.toString(),
  fingerprint: (content: Buffer) => content,
};
const answerOf = (length: number) => ({ status: 201, body: { data: 'x'.repeat(length) }, headers: {} });

test('a response is stored as it was, except for its secrets', () => {
  const sealed = sealAnswer(secrets, { status: 201, body: { data: 1, meta: { secret: 's' } }, headers: {} }, [
    'meta.secret',
  ]);
  expect(openAnswer(secrets, sealed)).toEqual({ status: 201, body: { data: 1, meta: { secret: null } }, headers: {} });
});

test('of a response longer than 1 MiB only its existence is stored', () => {
  expect(openAnswer(secrets, sealAnswer(secrets, answerOf(1_000_000), []))).toEqual(answerOf(1_000_000));
  const sealed = sealAnswer(secrets, answerOf(1_048_576), []);
  expect(sealed.length).toBeLessThan(100);
  expect(openAnswer(secrets, sealed)).toBeNull();
});
