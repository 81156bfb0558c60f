import { expect, test } from '@jest/globals';
import { applicationType, createOauthClientBody, redirectTarget } from './schema.ts';

test.each([
  ['https://program.example/cb', 'web'],
  ['https://program.example:8443/cb?a=b', 'web'],
  ['http://127.0.0.1:7777/cb', 'native'],
  ['http://[::1]/cb', 'native'],
  ['http://localhost/cb', 'native'],
  ['com.example.app:/cb', 'native'],
  ['com.example.app://cb', 'native'],
  ['cursor://anysphere.cursor-retrieval/oauth/callback', 'native'],
])('%s leads to a %s program', (uri, target) => {
  expect(redirectTarget(uri)).toBe(target);
});

test.each([
  'http://program.example/cb',
  'http://127.0.0.2/cb',
  'javascript:alert(1)',
  'intent://scan/#Intent;end',
  'ms-settings:privacy',
  'mailto:ada@example.com',
  'ftp://files.example/',
  'wss://program.example/',
  'app:/cb',
  'https://a@program.example/cb',
  'https://program.example/cb#x',
  'com.example.app:/cb#',
  'nonsense',
  'https://program.example/\u0000',
  'com.example.app:/\ud800',
  'https://program.exa\nmple/cb',
  ' https://program.example/cb',
  'https://program.example/c\u00a0b',
])('%s is refused', (uri) => {
  expect(redirectTarget(uri)).toBeUndefined();
});

test.each([
  ['web', []],
  ['web', ['https://program.example/cb', 'https://localhost:3000/cb']],
  ['native', ['https://program.example/cb', 'http://127.0.0.1/cb']],
  [undefined, ['https://localhost:3000/cb', 'http://127.0.0.1/cb']],
  [undefined, ['https://[::1]/cb', 'com.example.app:/cb']],
])('%s is the type of a program with %j', (type, uris) => {
  expect(applicationType(uris)).toBe(type);
  const body = createOauthClientBody.safeParse({ name: 'Program', redirect_uris: uris });
  expect(body.success).toBe(type !== undefined);
});

test('what is no URI is refused as such', () => {
  const body = createOauthClientBody.safeParse({ name: 'Program', redirect_uris: ['nonsense', 'http://127.0.0.1/cb'] });
  expect(body.error?.issues.map(({ path }) => path.join('.'))).toEqual(['redirect_uris.0']);
});
