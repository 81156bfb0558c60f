import { expect, test } from '@jest/globals';
import { domainIn } from './schema.ts';

test.each([
  ['', ''],
  ['acme.example', 'acme.example'],
  ['https://www.ACME.co.uk/shop?x=1', 'www.acme.co.uk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['acme.中国', 'acme.xn--fiqs8s'],
  ['acme', null],
  ['acme..example', null],
  ['192.0.2.1', null],
  ['https://192.0.2.1/', null],
  ['3221225985', null],
  ['[2001:db8::1]', null],
  ['acme.example.1', null],
  ['not a domain', null],
  ['ftp://acme.example', null],
])('%j names the domain %j', (text, domain) => {
  expect(domainIn(text)).toBe(domain);
});
