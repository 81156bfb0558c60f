import { describe, expect, it } from '@jest/globals';
import { parseTarget } from './target.ts';

describe('a target', () => {
  it('keeps name, port, path and query, and drops the fragment', () => {
    expect(parseTarget('https://Hooks.Example.com:8443/a/b?c=d#e', false)).toEqual({
      origin: 'https://hooks.example.com:8443',
      secure: true,
      hostname: 'hooks.example.com',
      port: 8443,
      serverName: 'hooks.example.com',
      path: '/a/b?c=d',
    });
  });

  it.each([
    ['decimal', 'http://2130706433/', '127.0.0.1'],
    ['hexadecimal', 'http://0x7f.0x0.0x0.0x1/', '127.0.0.1'],
    ['octal', 'http://0177.0.0.1/', '127.0.0.1'],
    ['short', 'http://127.1/', '127.0.0.1'],
    ['zero', 'http://0/', '0.0.0.0'],
    ['trailing dot', 'http://127.0.0.1./', '127.0.0.1'],
    ['full-width', 'http://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['ideographic stops', 'http://127。0。0。1/', '127.0.0.1'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/', '127.0.0.1'],
    ['bracketed IPv6', 'http://[::1]/', '::1'],
    ['mapped', 'http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['name with a trailing dot', 'http://localhost./', 'localhost'],
    ['international name', 'http://Bücher.example/', 'xn--bcher-kva.example'],
  ])('reads a host in %s form', (_form, url, hostname) => {
    expect(parseTarget(url, true).hostname).toBe(hostname);
  });

  it('has a server name for names only', () => {
    expect(parseTarget('https://example.com./', false).serverName).toBe('example.com');
    expect(parseTarget('https://192.0.2.1/', false).serverName).toBeUndefined();
    expect(parseTarget('https://[2001:db8::1]/', false).serverName).toBeUndefined();
  });

  it.each([
    ['', 'The URL is not a valid absolute URL'],
    ['/hooks', 'The URL is not a valid absolute URL'],
    ['https://', 'The URL is not a valid absolute URL'],
    ['https://1.2.3.4.5/', 'The URL is not a valid absolute URL'],
    ['https://a b/', 'The URL is not a valid absolute URL'],
    ['https://example.com:65536/', 'The URL is not a valid absolute URL'],
    ['https://[fe80::1%25eth0]/', 'The URL is not a valid absolute URL'],
    ['https://127.0.0.1../', 'The URL is not a valid absolute URL'],
    ['https://0x7f.1../', 'The URL is not a valid absolute URL'],
    ['https://postgres../', 'The URL is not a valid absolute URL'],
    ['https://a..example.com/', 'The URL is not a valid absolute URL'],
    ['https://./', 'The URL is not a valid absolute URL'],
    ['ftp://example.com/', 'The URL must start with https://'],
    ['file:///etc/passwd', 'The URL must start with https://'],
    ['http://example.com/', 'The URL must start with https://'],
    ['https://user:secret@example.com/', 'The URL must not contain a user name or a password'],
    ['https://user@example.com/', 'The URL must not contain a user name or a password'],
    ['https://:@example.com/', 'The URL must not contain a user name or a password'],
    ['https://example.com/a\nb', 'The URL must not contain spaces, control characters or backslashes'],
    ['https://example.com/a b', 'The URL must not contain spaces, control characters or backslashes'],
    ['https://example.com\\@192.0.2.1/', 'The URL must not contain spaces, control characters or backslashes'],
    ['https:example.com/', 'The URL must not contain spaces, control characters or backslashes'],
    ['https://example.com:0/', 'The URL must not name port 0'],
  ])('refuses %s', (url, message) => {
    expect(() => parseTarget(url, false)).toThrow(expect.objectContaining({ kind: 'invalid_url', message }));
  });
});
