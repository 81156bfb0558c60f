import { expect, test } from '@jest/globals';
import { redirectTarget } from './schema.ts';

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
