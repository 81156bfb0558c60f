import { expect, test } from '@jest/globals';
import { loadProxy } from './proxy.ts';

test('the outbound proxy is a server of HTTP, and exceptions are names and networks', () => {
  expect(loadProxy({ OUTBOUND_PROXY_EXCEPT: 'ai.internal' })).toBeUndefined();
  const proxy = loadProxy({
    OUTBOUND_PROXY_URL: 'http://user:secret@proxy.internal:3128',
    OUTBOUND_PROXY_EXCEPT: 'AI.internal, .corp.example, 10.0.0.0/8, 2001:db8::/32',
  });
  expect(proxy?.url).toMatchObject({ hostname: 'proxy.internal', port: '3128', username: 'user', password: 'secret' });
  const hosts = [
    'ai.internal',
    'a.corp.example',
    '10.1.2.3',
    '2001:db8::1',
    '127.0.0.1',
    '::1',
    'localhost',
    'a.localhost',
  ];
  for (const host of hosts) expect([host, proxy?.isDirect(host)]).toEqual([host, true]);
  const others = ['b.ai.internal', 'corp.example', 'xcorp.example', '11.0.0.1', '2001:db9::1', 'localhost.example'];
  for (const host of others) expect([host, proxy?.isDirect(host)]).toEqual([host, false]);
});

test.each([
  [{ OUTBOUND_PROXY_URL: 'proxy.internal:3128' }, /OUTBOUND_PROXY_URL: must be an http or https URL/],
  [{ OUTBOUND_PROXY_URL: 'socks5://proxy.internal' }, /OUTBOUND_PROXY_URL: must be an http or https URL/],
  [{ OUTBOUND_PROXY_URL: 'http://proxy.internal/path' }, /OUTBOUND_PROXY_URL: must have no path/],
  [{ OUTBOUND_PROXY_URL: 'http://user:100%@proxy.internal' }, /OUTBOUND_PROXY_URL: must have a user and a password in/],
  [{ OUTBOUND_PROXY_EXCEPT: 'ai.internal,*.corp.example' }, /OUTBOUND_PROXY_EXCEPT: must be names/],
  [{ OUTBOUND_PROXY_EXCEPT: 'ai.internal:8000' }, /OUTBOUND_PROXY_EXCEPT: must be names/],
])('%p is refused', (variables, message) => {
  expect(() => loadProxy(variables)).toThrow(message);
});
