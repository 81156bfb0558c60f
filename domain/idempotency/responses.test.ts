import { expect, test } from '@jest/globals';
import { createSecretBox } from '../../infra/secrets/secret-box.ts';
import { openResponse, sealResponse } from './responses.ts';

const secrets = createSecretBox([Buffer.alloc(32, 7)]);
const answerOf = (length: number) => ({ status: 201, body: { data: 'x'.repeat(length) }, headers: {} });

test('a response is stored as it was, except for its secrets', () => {
  const sealed = sealResponse(secrets, { status: 201, body: { data: 1, meta: { secret: 's' } }, headers: {} }, [
    'meta.secret',
  ]);
  expect(openResponse(secrets, sealed)).toEqual({
    status: 201,
    body: { data: 1, meta: { secret: null } },
    headers: {},
  });
});

test('of a response longer than 1 MiB only its existence is stored', () => {
  expect(openResponse(secrets, sealResponse(secrets, answerOf(1_000_000), []))).toEqual(answerOf(1_000_000));
  const sealed = sealResponse(secrets, answerOf(1_048_576), []);
  expect(sealed.length).toBeLessThan(100);
  expect(openResponse(secrets, sealed)).toBeNull();
});
