import { describe, expect, test } from '@jest/globals';
import { consentPage, enrolPage, errorPage, factorPage, loginPage } from './pages.ts';

const HOSTILE = `"'><script>alert(1)</script>&amp;`;
const ESCAPED = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;';

const client = { uid: 'interaction-1', clientName: HOSTILE, registeredItself: true };
const consent = {
  ...client,
  userEmail: HOSTILE,
  scopes: ['openid', 'offline_access', HOSTILE],
  redirectUri: `https://bücher.example/cb?a=${HOSTILE}`,
  keepsAccess: true,
};

function errorHtml(description?: string): string {
  const ctx = { status: 404, body: undefined as unknown, set: () => undefined };
  errorPage(ctx, { error: HOSTILE, error_description: description });
  return String(ctx.body);
}

const PAGES: [string, string, number][] = [
  ['sign-in', loginPage({ ...client, email: HOSTILE, problem: HOSTILE }), 3],
  ['consent', consentPage(consent), 3],
  ['error', errorHtml(HOSTILE), 2],
  ['second factor', factorPage({ uid: '1', email: HOSTILE, problem: HOSTILE, hasTotp: true, hasPasskeys: true }), 2],
  [
    'enrolment',
    enrolPage({ uid: '1', email: HOSTILE, problem: HOSTILE, secret: 'ABCD', qr: { size: 1, path: '' } }),
    2,
  ],
];

test.each(PAGES)('the %s page shows what others wrote as text', (_page, html, times) => {
  expect(html.split(ESCAPED)).toHaveLength(times + 1);
  const ownScript = /<script src="\/oauth\/(once|passkey)\.js" defer><\/script>/g;
  expect(html.replaceAll(ownScript, '')).not.toMatch(/<script|style=|onclick/);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*href="\/oauth\/pages\.css"[\s\S]*<\/html>\n$/);
});

describe('the sign-in page', () => {
  test('says that it was wrong, in the title and beside the fields', () => {
    const html = loginPage({ ...client, email: 'jane@example.com', problem: 'Wrong.' });
    expect(html).toContain('<title>Error: Sign in – Marketwright</title>');
    expect(html.match(/required[^>]*aria-invalid="true" aria-describedby="problem"/g)).toHaveLength(2);
  });

  test('says nothing of it before', () => {
    const html = loginPage({ ...client, registeredItself: false, email: '', problem: undefined });
    expect(html).toContain('<title>Sign in – Marketwright</title>');
    expect(html).not.toMatch(/aria-invalid|role="alert"|class="notice"|undefined/);
  });
});

test.each([
  ['the address first', '', 'email'],
  ['the password where the address is known', 'jane@example.com', 'password'],
])('sign-in asks for %s', (_what, email, field) => {
  const html = loginPage({ ...client, email, problem: undefined });
  expect(html.match(/<input id="(\w+)"[^>]* autofocus/g)?.map((tag) => /id="(\w+)"/.exec(tag)?.[1])).toEqual([field]);
});

describe('the consent page', () => {
  test('says once what one scope of several contains', () => {
    const meanings = (scopes: string[]) => consentPage({ ...consent, scopes }).match(/<li>/g)?.length;
    expect(meanings(['mcp:full', 'mcp:tools', 'mcp:tools:read', 'mcp:prompts', 'openid'])).toBe(2);
    expect(meanings(['mcp:tools', 'mcp:tools:write', 'mcp:prompts'])).toBe(2);
    expect(meanings(['mcp:tools:read', 'mcp:tools:write'])).toBe(2);
  });

  test('names what is asked for, and where it leads as browsers go there', () => {
    const html = consentPage(consent);
    expect(html).toContain('<li>Know who you are</li>');
    expect(html).toContain('<code>https://xn--bcher-kva.example/cb?a=');
    expect(html).toMatch(/until \d+ days after it last renewed it, \d+ days at most/);
    expect(html).toContain('class="notice"');
  });

  test('says nothing of lasting access that is not asked for', () => {
    const html = consentPage({ ...consent, registeredItself: false, keepsAccess: false });
    expect(html).not.toMatch(/while you are away: until|class="notice"/);
  });
});

test('an error without a description still has a sentence', () => {
  expect(errorHtml()).toContain('The request cannot be carried out.');
});
