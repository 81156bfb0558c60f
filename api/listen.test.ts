import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { App } from './app.ts';
import { listen, type RunningServer } from './listen.ts';

let listening: RunningServer;

const nothing = () => undefined;
const app: App = {
  markNotReady: nothing,
  beginStop: nothing,
  cutOff: nothing,
  handler: (_req, res) => void res.end('fine'),
};

beforeAll(async () => {
  listening = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterAll(() => listening.close());

async function answerTo(request: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1');
  socket.end(request);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test.each([
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a head that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['a body without Host', 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx', 400],
  [
    'an expectation that is not met',
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n',
    417,
    'EXPECTATION_FAILED',
  ],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
])('%s is answered in the envelope', async (_what, request, status, code = 'BAD_REQUEST') => {
  const answer = await answerTo(request);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/X-Request-Id: req_[0-9a-f]{32}\r\n/);
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(body).toEqual({ success: false, error: { code, message: expect.any(String) } });
});

test('HTTP/1.0 needs no Host', async () => {
  expect(await answerTo('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('a server that stops serves on for the delay, and sends away those who keep their connections', async () => {
  const own = await listen(app, { host: '127.0.0.1', port: 0, stopDelayMs: 1_000 });
  const agent = new Agent({ keepAlive: true });
  const connectionOf = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ agent, port: own.port, host: '127.0.0.1' }, (response) => {
        response.resume().once('end', () => resolve(response.headers.connection));
      }).once('error', reject);
    });
  try {
    expect(await connectionOf()).toBe('keep-alive');
    const closed = own.close();
    expect(await connectionOf()).toBe('close');
    await closed;
  } finally {
    agent.destroy();
  }
});
