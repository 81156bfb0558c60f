import { describe, expect, it } from '@jest/globals';
import { httpEndpoint, tcpEndpoint } from '../../test/environment/endpoint.ts';
import { failureOf, testClient } from '../../test/environment/guarded-client.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('connections', () => {
  it('are used again', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end('ok'));
    using client = testClient();
    const call = { url: `http://127.0.0.1:${endpoint.port}/`, method: 'POST', body: '{}' } as const;
    for (let number = 0; number < 50; number += 1) await client.send(call);
    expect(endpoint.connections()).toBe(1);
  });

  it('carry many calls at once, without a warning, and for one caller half of what a host is allowed', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    await using endpoint = await httpEndpoint((request, response) => request.pipe(response));
    using client = testClient({ maxCallsPerHost: 20 });
    const { signal } = new AbortController();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const calls = Array.from({ length: 1_000 }, async (_value, number) => {
      const { excerpt } = await client.send({ url, method: 'POST', body: `body ${number}`, signal, maxWaitMs: 60_000 });
      return excerpt.toString() === `body ${number}`;
    });
    expect((await Promise.all(calls)).every(Boolean)).toBe(true);
    expect(endpoint.connections()).toBe(10);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('are closed when nobody uses them, before common servers would', async () => {
    await using endpoint = await tcpEndpoint((socket) => socket.on('data', () => socket.write(answer)));
    using client = testClient();
    await client.send({ url: `http://127.0.0.1:${endpoint.port}/`, method: 'GET' });
    expect(endpoint.open()).toBe(1);
    const since = performance.now();
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
    expect(performance.now() - since).toBeLessThan(2_000);
  });

  it('are not used again when the server keeps them for a second only', async () => {
    const hint = answer.replace('\r\n\r\n', '\r\nkeep-alive: timeout=1\r\n\r\n');
    await using endpoint = await tcpEndpoint((socket) => socket.on('data', () => socket.write(hint)));
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    for (let number = 0; number < 3; number += 1) await client.send({ url, method: 'GET' });
    expect(endpoint.connections()).toBe(3);
  });

  it('are not kept beyond the limit over all origins', async () => {
    await using endpoint = await httpEndpoint((_request, response) => response.end());
    using client = testClient({ maxIdleSockets: 0 });
    const url = `http://127.0.0.1:${endpoint.port}/`;
    for (let number = 0; number < 3; number += 1) await client.send({ url, method: 'GET' });
    expect(endpoint.connections()).toBe(3);
    await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
  });

  it('that the server closed in between are replaced without a failure', async () => {
    await using endpoint = await tcpEndpoint((socket) => socket.on('data', () => socket.end(answer)));
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    for (let number = 0; number < 5; number += 1) {
      expect((await client.send({ url, method: 'POST' })).status).toBe(200);
      await waitUntil('every connection to close', () => endpoint.open() === 0, { longestPauseMs: 5 });
    }
  });

  it('that the server closes without a word cost one call at most, then each call has its own', async () => {
    const requests: string[] = [];
    await using endpoint = await tcpEndpoint((socket) => {
      socket.on('data', (data) => {
        requests.push(data.toString());
        if (requests.length === 1) socket.write(answer);
        else if (socket.bytesWritten > 0) socket.destroy();
        else socket.end(answer);
      });
    });
    using client = testClient();
    const call = { url: `http://127.0.0.1:${endpoint.port}/`, method: 'POST', body: '{}' } as const;
    await client.send(call);
    expect((await failureOf(client.send(call))).kind).toBe('reset');
    for (let number = 0; number < 20; number += 1) expect((await client.send(call)).status).toBe(200);
    expect(requests.at(-1)).toMatch(/^connection: close\r$/im);
  });

  it('that break under a call fail it once: the request may have been handled', async () => {
    let requests = 0;
    await using endpoint = await tcpEndpoint((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(answer);
        else socket.resetAndDestroy();
      });
    });
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    await client.send({ url, method: 'POST', body: '{}' });
    expect((await failureOf(client.send({ url, method: 'POST', body: '{}' }))).kind).toBe('reset');
    expect(requests).toBe(2);
  });

  it('that answer more than was asked are not trusted with the next call', async () => {
    let connections = 0;
    await using endpoint = await tcpEndpoint((socket) => {
      connections += 1;
      const second = connections > 1;
      socket.on('data', () => socket.write(second ? answer : answer + answer.replace('200', '500')));
    });
    using client = testClient();
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const statuses = [await client.send({ url, method: 'GET' }), await client.send({ url, method: 'GET' })];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('of a hanging origin do not hold up another', async () => {
    await using hanging = await httpEndpoint(() => {});
    await using good = await httpEndpoint((_request, response) => response.end());
    using client = testClient({ maxCallsPerHost: 50 });
    const stuck = Array.from({ length: 50 }, () =>
      failureOf(client.send({ url: `http://127.0.0.1:${hanging.port}/`, method: 'GET', timeoutMs: 1_000 })),
    );
    const { durationMs } = await client.send({ url: `http://127.0.0.1:${good.port}/`, method: 'GET' });
    expect(durationMs).toBeLessThan(900);
    expect((await Promise.all(stuck)).every(({ kind }) => kind === 'timeout')).toBe(true);
  });
});

describe('the slots of a host', () => {
  it("are taken in turns: one caller's hanging calls do not hold up another's", async () => {
    await using endpoint = await httpEndpoint((request, response) => {
      if (request.url !== '/hang') response.end();
    });
    using client = testClient({ maxCallsPerHost: 20 });
    const origin = `http://127.0.0.1:${endpoint.port}`;
    const call = { method: 'POST', timeoutMs: 10_000, maxWaitMs: 10_000 } as const;
    const controller = new AbortController();
    const stuck = Array.from({ length: 84 }, () =>
      failureOf(client.send({ ...call, url: `${origin}/hang`, onBehalfOf: 'one', signal: controller.signal })),
    );
    const answers = Array.from({ length: 50 }, () => client.send({ ...call, url: origin, onBehalfOf: 'two' }));
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true);
    expect(endpoint.connections()).toBeLessThan(20);
    controller.abort();
    expect((await Promise.all(stuck)).every(({ kind }) => kind === 'aborted')).toBe(true);
  });

  it('that do not become free in time are no fault of the host', async () => {
    await using endpoint = await httpEndpoint(() => {});
    using client = testClient({ maxCallsPerHost: 1 });
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const controller = new AbortController();
    const first = failureOf(client.send({ url, method: 'POST', signal: controller.signal }));
    expect((await failureOf(client.send({ url, method: 'POST', maxWaitMs: 50 }))).kind).toBe('busy');
    controller.abort();
    await first;
    expect(endpoint.connections()).toBeLessThanOrEqual(1);
  });

  it('are waited for until the client is closed', async () => {
    await using endpoint = await httpEndpoint(() => {});
    const client = testClient({ maxCallsPerHost: 1 });
    const url = `http://127.0.0.1:${endpoint.port}/`;
    const calls = [1, 2].map(() => failureOf(client.send({ url, method: 'POST', maxWaitMs: 60_000 })));
    await waitUntil('the first call', () => endpoint.connections() === 1, { longestPauseMs: 5 });
    client.close();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['aborted', 'aborted']);
  });
});
