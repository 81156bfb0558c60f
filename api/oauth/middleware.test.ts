import { expect, test } from '@jest/globals';
import { formTarget } from './middleware.ts';

test.each([
  ['https://app.example/cb?a=1', 'https://app.example'],
  ['http://127.0.0.1:5555/cb', 'http://127.0.0.1:5555'],
  ['http://[::1]:80/cb', 'http://[::1]'],
  ['com.example.app:/cb', 'com.example.app:'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ["https://a;script-src'self'/", 'https://a%3Bscript-src%27self%27'],
  ['https://a,b/', 'https://a%2Cb'],
  ['https://*.example/', 'https://%2A.example'],
])('%s becomes %s', (uri, target) => {
  expect(formTarget(uri)).toBe(target);
});
