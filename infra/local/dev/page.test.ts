import { expect, test } from '@jest/globals';
import { devPage } from './front.ts';

const POLICY = "script-src 'self'; style-src 'self' 'nonce-abc_1'";
const served = (policy: string) => ({
  headers: new Headers({ 'Content-Security-Policy': policy }),
  html: '<meta name="marketwright" content="{&quot;origin&quot;:1}" /><script nonce="abc_1"></script>',
});

test("Vite's page gets the API's settings and nonce, and no script stands in it", () => {
  const vite = `<head><meta property="csp-nonce" nonce="__NONCE__"><meta name="marketwright" content="__SETTINGS__" />
    <link rel="icon" href="/console/favicon.svg" />
    <script type="module" nonce="__NONCE__">preamble();</script>
    <script type="module" src="/console/@vite/client" nonce="__NONCE__"></script></head>`;
  const page = devPage(vite, served(POLICY), (index) => `/scripts/${index}.js`);
  expect(page.scripts).toEqual(['preamble();']);
  expect(page.html).toContain('<meta property="csp-nonce" nonce="abc_1">');
  expect(page.html).toContain('content="{&quot;origin&quot;:1}"');
  expect(page.html).toContain('<script type="module" src="/scripts/0.js"></script>');
  expect(page.html).toContain('src="/console/@vite/client"');
  expect(page.html).toContain('href="/favicon.svg"');
  expect(page.html).not.toContain('preamble');
});

test('an answer that is no page of the console is refused', () => {
  expect(() => devPage('', served("script-src 'self'"), String)).toThrow('no page of the console');
});
