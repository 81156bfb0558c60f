import { describe, expect, it, jest } from '@jest/globals';
import { certificate } from '../../test/environment/certificate.ts';
import { httpEndpoint, httpsEndpoint } from '../../test/environment/endpoint.ts';
import { failureOf, testClient } from '../../test/environment/guarded-client.ts';
import type { BlockedHost } from './guard.ts';

const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses;

describe('the guard', () => {
  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0/',
    'http://localhost/',
    'http://hooks.localhost./',
    'http://[::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
  ])('refuses %s, on a call and on a check', async (url) => {
    const blocked: BlockedHost[] = [];
    using client = testClient({ allowedNetworks: [], onBlocked: (block) => blocked.push(block) });
    const error = await failureOf(client.send({ url, method: 'POST' }));
    expect(error).toMatchObject({ kind: 'blocked_address', message: 'The host of the URL is not at a public address' });
    expect((await failureOf(client.checkUrl(url))).kind).toBe('blocked_address');
    expect(blocked).toHaveLength(2);
  });

  it('refuses a port that is closed in an opened network, on a call and on a check', async () => {
    await using own = await httpEndpoint((_request, response) => response.end());
    using client = testClient({ closedPorts: [own.port] });
    const url = `http://127.0.0.1:${own.port}/`;
    expect((await failureOf(client.send({ url, method: 'POST' }))).kind).toBe('blocked_address');
    expect((await failureOf(client.checkUrl(url))).kind).toBe('blocked_address');
    expect(own.connections()).toBe(0);
  });

  it('refuses a name when one of its addresses is not public', async () => {
    using client = testClient({ allowedNetworks: [], resolve: resolveTo('1.1.1.1', '10.0.0.1') });
    expect((await failureOf(client.send({ url: 'https://mixed.test/', method: 'GET' }))).kind).toBe('blocked_address');
  });

  it('calls the address that it checked, whatever the name says next', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end('checked'));
    const resolve = jest.fn(resolveTo('127.0.0.9')).mockImplementationOnce(resolveTo('127.0.0.1'));
    using client = testClient({ allowedNetworks: ['127.0.0.1/32'], resolve });
    const url = `http://rebinding.test:${endpoint.port}/`;
    const answer = await client.send({ url, method: 'GET' });
    expect(answer).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('checks again on each new connection', async () => {
    await using endpoint = await httpEndpoint((_request, response) => {
      response.setHeader('connection', 'close').end();
    });
    const resolve = jest.fn(resolveTo('127.0.0.9')).mockImplementationOnce(resolveTo('127.0.0.1'));
    using client = testClient({ allowedNetworks: ['127.0.0.1/32'], resolve });
    const url = `http://rebinding.test:${endpoint.port}/`;
    expect((await client.send({ url, method: 'GET' })).status).toBe(200);
    expect((await failureOf(client.send({ url, method: 'GET' }))).kind).toBe('blocked_address');
    expect(endpoint.connections()).toBe(1);
  });

  it('goes on to the next address when one does not answer', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    using client = testClient({ resolve: resolveTo('127.0.0.2', '127.0.0.1') });
    const answer = await client.send({ url: `http://two.test:${endpoint.port}/`, method: 'GET' });
    expect(answer.remoteAddress).toBe('127.0.0.1');
  });

  it('keeps the Host header of the URL and lets nobody replace it', async () => {
    await using endpoint = await httpEndpoint((request, response) => response.end(JSON.stringify(request.headers)));
    using client = testClient({ resolve: resolveTo('127.0.0.1') });
    const headers = { Host: 'evil.test', 'Content-Length': '7', 'Transfer-Encoding': 'chunked', 'x-mine': 'yes' };
    const url = `http://Receiver.test:${endpoint.port}/`;
    const answer = await client.send({ url, method: 'POST', headers, body: 'four' });
    const seen = JSON.parse(answer.excerpt.toString());
    expect(seen).toMatchObject({ host: `receiver.test:${endpoint.port}`, 'x-mine': 'yes', 'content-length': '4' });
    expect(seen).toMatchObject({ 'accept-encoding': 'identity' });
    expect(seen).not.toHaveProperty('transfer-encoding');
  });

  it('returns redirects and does not follow them', async () => {
    const paths: (string | undefined)[] = [];
    await using endpoint = await httpEndpoint((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    using client = testClient();
    const answer = await client.send({
      url: `http://127.0.0.1:${endpoint.port}/here#part`,
      method: 'POST',
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(paths).toEqual(['/here']);
  });

  it('ignores the proxies of the environment', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      using client = testClient();
      expect((await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' })).status).toBe(200);
    } finally {
      if (before === undefined) delete process.env['http_proxy'];
      else process.env['http_proxy'] = before;
    }
  });

  it('says when a name does not resolve', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    using client = testClient({ resolve });
    const message = 'The host name of the URL could not be resolved';
    expect(await failureOf(client.checkUrl('https://nowhere.test/'))).toMatchObject({ kind: 'dns', message });
    const error = await failureOf(client.send({ url: 'https://nowhere.test/', method: 'GET' }));
    expect(error).toMatchObject({ kind: 'dns', message, code: 'ENOTFOUND' });
  });

  it('lets a good address pass the check', async () => {
    using client = testClient({ allowHttp: false, allowedNetworks: [], resolve: resolveTo('1.1.1.1', '2606:4700::1') });
    await expect(client.checkUrl('https://hooks.test:8443/a')).resolves.toBeUndefined();
    expect((await failureOf(client.checkUrl('http://hooks.test/'))).kind).toBe('invalid_url');
    expect((await failureOf(client.send({ url: 'http://hooks.test/', method: 'GET' }))).kind).toBe('invalid_url');
  });
});

describe('TLS', () => {
  it('refuses a certificate that no known authority signed', async () => {
    await using endpoint = await httpsEndpoint((_request, response) => response.end());
    using client = testClient();
    const error = await failureOf(client.send({ url: `https://127.0.0.1:${endpoint.port}/`, method: 'GET' }));
    expect(error).toMatchObject({ kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('refuses a certificate of another name', async () => {
    await using endpoint = await httpsEndpoint((_request, response) => response.end());
    using client = testClient({ ca: certificate.cert, resolve: resolveTo('127.0.0.1') });
    const error = await failureOf(client.send({ url: `https://other.test:${endpoint.port}/`, method: 'GET' }));
    expect(error).toMatchObject({ kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('names the host by SNI while it connects to the checked address', async () => {
    await using endpoint = await httpsEndpoint((request, response) => {
      const { servername } = request.socket as unknown as { servername: string };
      response.end(`${servername} ${request.headers.host}`);
    });
    using client = testClient({ ca: certificate.cert, resolve: resolveTo('127.0.0.1') });
    const answer = await client.send({ url: `https://receiver.test:${endpoint.port}/`, method: 'GET' });
    expect(answer.excerpt.toString()).toBe(`receiver.test receiver.test:${endpoint.port}`);
  });
});
