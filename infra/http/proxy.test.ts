import { describe, expect, it, jest } from '@jest/globals';
import { certificate } from '../../test/environment/certificate.ts';
import { httpEndpoint, httpsEndpoint, tcpEndpoint } from '../../test/environment/endpoint.ts';
import { failureOf, testClient } from '../../test/environment/guarded-client.ts';
import { startHttpProxy, type Tunnel } from '../../test/environment/http-proxy.ts';
import { unusedLoopbackPort } from './loopback.ts';
import { outboundProxy } from './proxy.ts';

/** A name that DNS does not know here, as in networks whose only way out is a proxy. */
const unknown = async () => [];
const through = (url: string, ...exceptions: string[]) => outboundProxy(new URL(url), exceptions);
const get = (url: string) => ({ url, method: 'GET' as const });

describe('the proxy', () => {
  it('opens tunnels, in which the host itself proves who it is', async () => {
    await using endpoint = await httpsEndpoint((_request, response) => response.end('through'));
    await using proxy = await startHttpProxy(() => ({ port: endpoint.port }));
    const options = { proxy: through(proxy.url), resolve: unknown, allowedNetworks: [], ca: certificate.cert };
    using client = testClient(options);
    await client.checkUrl('https://receiver.test/');
    for (const path of ['a', 'b']) {
      const { status, excerpt } = await client.send(get(`https://receiver.test/${path}`));
      expect([status, excerpt.toString()]).toEqual([200, 'through']);
    }
    expect(proxy.asked).toEqual(['receiver.test:443']);
    expect((await failureOf(client.send(get('https://other.test/')))).kind).toBe('tls');
    using plain = testClient({ ...options, ca: undefined as never });
    expect((await failureOf(plain.send(get('https://receiver.test/')))).kind).toBe('tls');
  });

  it('is not asked for this machine, what is excepted, and what must not be called', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    await using proxy = await startHttpProxy(() => 'HTTP/1.1 500 Never');
    const resolve = async (name: string) => (name.startsWith('private') ? ['10.0.0.1'] : ['127.0.0.1']);
    using client = testClient({ proxy: through(proxy.url, 'one.test', '.Below.test', '192.0.2.0/24'), resolve });
    for (const host of ['127.0.0.1', 'localhost', 'one.test', 'a.b.below.test'])
      expect((await client.send(get(`http://${host}:${endpoint.port}/`))).status).toBe(200);
    for (const host of ['10.0.0.1', '[::ffff:10.0.0.1]', 'private.test', 'postgres', '192.0.2.7']) {
      expect((await failureOf(client.send(get(`http://${host}:5432/`)))).kind).toBe('blocked_address');
      expect((await failureOf(client.checkUrl(`http://${host}:5432/`))).kind).toBe('blocked_address');
    }
    expect(proxy.asked).toEqual([]);
    const others = ['one.test.example', 'below.test', 'xone.test'];
    for (const host of others) await failureOf(client.send(get(`http://${host}/`)));
    expect(proxy.asked).toEqual(others.map((host) => `${host}:80`));
  });

  it('gets its credentials', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    const expected = `Basic ${Buffer.from('user:p@ss word').toString('base64')}`;
    await using proxy = await startHttpProxy((_host, { headers }) =>
      headers['proxy-authorization'] === expected
        ? { port: endpoint.port }
        : 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"',
    );
    const url = proxy.url.replace('//', '//user:p%40ss%20word@');
    using client = testClient({ proxy: through(url), resolve: unknown });
    expect((await client.send(get('http://receiver.test/'))).status).toBe(200);
    await using token = await startHttpProxy((_host, { headers: { 'proxy-authorization': given } }) =>
      given === `Basic ${btoa(':token')}` ? { port: endpoint.port } : 'HTTP/1.1 403 Forbidden',
    );
    using bearer = testClient({ proxy: through(token.url.replace('//', '//:token@')), resolve: unknown });
    expect((await bearer.send(get('http://receiver.test/'))).status).toBe(200);
    using other = testClient({ proxy: through(proxy.url), resolve: unknown });
    const error = await failureOf(other.send(get('http://receiver.test/')));
    expect(error).toMatchObject({
      kind: 'busy',
      message: 'The proxy of this service cannot be used: it wants other credentials',
    });
  });

  it.each([
    ['refuses the host', 'HTTP/1.1 403 Forbidden', 'blocked_address'],
    ['refuses it as Smokescreen does', 'HTTP/1.1 407 Request rejected by proxy', 'blocked_address'],
    ['does not reach the host', 'HTTP/1.1 502 Bad Gateway', 'connect'],
    ['gets no answer of it', 'HTTP/1.1 504 Gateway Timeout', 'connect'],
    ['knows no such name, as Squid says it', 'HTTP/1.1 500 Internal Server Error', 'connect'],
    ['has too much to do', 'HTTP/1.1 429 Too Many Requests', 'connect'],
    ['does not understand the name', 'HTTP/1.1 400 Bad Request', 'blocked_address'],
    ['is no server of HTTP', '220 mail.test ESMTP', 'busy'],
  ])('that %s is no fault of the others', async (_what, answer, kind) => {
    await using proxy = await startHttpProxy((): Tunnel => answer);
    using client = testClient({ proxy: through(proxy.url), resolve: unknown });
    expect((await failureOf(client.send(get('https://receiver.test/')))).kind).toBe(kind);
  });

  it('is not blamed for a host that speaks before it is asked', async () => {
    const onAway = jest.fn();
    await using mail = await tcpEndpoint((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n220 mail.test ESMTP\r\n')),
    );
    using client = testClient({ proxy: { ...through(`http://127.0.0.1:${mail.port}`), onAway }, resolve: unknown });
    expect((await failureOf(client.send(get('https://mail.test:25/')))).kind).toBe('tls');
    const plain = client.send({ ...get('http://mail.test:25/'), timeoutMs: 200 });
    expect((await failureOf(plain)).kind).not.toBe('busy');
    expect(onAway).not.toHaveBeenCalled();
  });

  it('that is away, or ends the connection, is known not to be the host', async () => {
    const onAway = jest.fn();
    const address = `http://127.0.0.1:${await unusedLoopbackPort()}`;
    using client = testClient({ proxy: { ...through(address), onAway }, resolve: unknown });
    expect(await failureOf(client.send(get('https://receiver.test/')))).toMatchObject({
      kind: 'busy',
      code: 'ECONNREFUSED',
    });
    expect(onAway).toHaveBeenCalledTimes(1);
    await using closing = await tcpEndpoint((socket) => socket.end());
    using other = testClient({ proxy: through(`http://127.0.0.1:${closing.port}`), resolve: unknown });
    expect((await failureOf(other.send(get('https://receiver.test/')))).kind).toBe('busy');
  });

  it('that does not open the tunnel leaves the call its time, and no connection', async () => {
    await using silent = await tcpEndpoint(() => {});
    using client = testClient({ proxy: through(`http://127.0.0.1:${silent.port}`), resolve: unknown });
    const call = client.send({ ...get('https://receiver.test/'), timeoutMs: 200 });
    expect((await failureOf(call)).kind).toBe('timeout');
    while (silent.open() > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
