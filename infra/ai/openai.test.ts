import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { AiObservation } from './attempt.ts';
import { createAi } from './openai.ts';
import { AiError, type AiErrorKind, type AiPort, type AiRequest } from './port.ts';

const secret = 'sk-very-secret';
const prompt = 'Deliverable: blog_post\nInputs:\n- topic: zebra migration';
const schema = z.object({ title: z.string(), score: z.int().min(0).max(100) });
const observed: AiObservation[] = [];

let sandbox: SandboxAi;
let ai: AiPort;
beforeAll(async () => {
  sandbox = await startSandboxAi({ port: 0 });
  ai = connect(`${sandbox.url}/v1`);
});
afterEach(async () => {
  observed.length = 0;
  await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'DELETE' });
});
afterAll(() => sandbox.close());

function connect(baseUrl: string, timeoutMs = 2_000): AiPort {
  const provider = { baseUrl, apiKey: secret, model: 'configured' };
  const unreachable = { ...provider, baseUrl: 'http://127.0.0.1:9/v1' };
  return createAi({
    provider,
    sandbox: baseUrl.includes(':9/') ? provider : unreachable,
    timeoutMs,
    observe: (each) => void observed.push(each),
  });
}

function request(more: Partial<AiRequest> = {}): AiRequest {
  const signal = new AbortController().signal;
  return {
    purpose: { task: 'write', partnerId: null, subject: null },
    instructions: 'You write.',
    prompt,
    maxOutputTokens: 2_000,
    sandbox: false,
    idempotencyKey: 'k',
    signal,
    ...more,
  };
}

const objectRequest = (more: Partial<AiRequest> = {}) => ({ ...request(more), schemaName: 'answer', schema });

/** How often the provider was asked. */
async function askedSoFar(): Promise<number> {
  const answer = await fetch(`${sandbox.url}/__sandbox/requests`);
  return z.object({ count: z.int() }).parse(await answer.json()).count;
}

async function read(stream: AsyncIterable<string>): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** Each way to ask. */
const ways: Record<string, (port: AiPort, more?: Partial<AiRequest>) => Promise<unknown>> = {
  generateText: (port, more) => port.generateText(request(more)),
  generateObject: (port, more) => port.generateObject(objectRequest(more)),
  streamText: (port, more) => read(port.streamText(request(more))),
};

async function play(fault: Record<string, unknown>): Promise<void> {
  await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify({ faults: [fault] }) });
}

async function failureOf(work: Promise<unknown>): Promise<AiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiError)) throw new Error(`Not an AiError: ${error}`);
  return error;
}

describe('an answer', () => {
  test('is text with model and usage', async () => {
    const answer = await ai.generateText(request());
    expect(answer).toEqual({
      text: expect.stringMatching(/^# .*zebra migration/i),
      model: 'marketwright-sandbox',
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    expect(observed).toEqual([
      {
        operation: 'generateText',
        purpose: request().purpose,
        model: 'configured',
        answeredBy: 'marketwright-sandbox',
        sandbox: false,
        outcome: 'ok',
        seconds: expect.any(Number),
        requests: 1,
        usage: answer.usage,
        priceMicros: null,
      },
    ]);
  });

  test('is an object for a schema', async () => {
    const { value } = await ai.generateObject(objectRequest());
    expect(schema.safeParse(value)).toMatchObject({ success: true });
  });

  test('is text that can be kept, whatever the provider sends', async () => {
    const questions: string[] = [];
    const server = createServer(async (incoming, response) => {
      questions.push(await new Response(Readable.toWeb(incoming) as ReadableStream).text());
      const { stream, response_format } = JSON.parse(questions.at(-1) ?? '');
      const content = response_format ? '{"title":"a\\u0000b\\ud83d","score":1}' : 'a\0b\ud83d';
      const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content }, delta: { content } };
      const body = JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices: [choice] });
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(stream ? `data: ${body}\n\ndata: [DONE]\n\n` : body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const odd = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    expect((await odd.generateText(request({ prompt: 'cut \ud83d' }))).text).toBe('ab\ufffd');
    expect((await odd.generateObject(objectRequest())).value).toEqual({ title: 'ab\ufffd', score: 1 });
    expect((await read(odd.streamText(request()))).join('')).toBe('ab\ufffd');
    expect(questions[0]).toContain('cut \ufffd');
    server.close();
  });

  test('streams in chunks that make up the same text', async () => {
    const chunks = await read(ai.streamText(request()));
    expect(chunks.length).toBeGreaterThan(20);
    expect(chunks.join('')).toBe((await ai.generateText(request())).text);
    expect(observed[0]).toMatchObject({ operation: 'streamText', outcome: 'ok' });
    expect(observed[0]?.usage.outputTokens).toBeGreaterThan(0);
  });

  test('tells what is written of it on the way, with the same text, model and usage in the end', async () => {
    const written: string[] = [];
    const answer = await ai.generateText({ ...request(), onText: (text) => written.push(text) });
    expect(answer).toEqual(await ai.generateText(request()));
    expect(written.length).toBeGreaterThan(20);
    expect(written.at(-1)).toBe(answer.text);
    expect(written.every((text, index) => text.startsWith(written[index - 1] ?? ''))).toBe(true);
    expect(observed[0]).toMatchObject({ operation: 'generateText', outcome: 'ok', usage: answer.usage });
  });

  test('that does not fit is asked for with more room, and told from its beginning', async () => {
    await play({ kind: 'cut_off', how: 'length', times: 1 });
    const written: string[] = [];
    const { text } = await connect(`${sandbox.url}/v1`).generateText({
      ...request(),
      onText: (soFar) => written.push(soFar),
    });
    expect(written.at(-1)).toBe(text);
    expect(written.filter((soFar) => soFar === written[0])).toHaveLength(2);
    expect(observed).toMatchObject([{ outcome: 'ok', requests: 2 }]);
  });

  test('a stream that nobody reads on is given up', async () => {
    for await (const chunk of ai.streamText(request())) {
      expect(chunk).not.toBe('');
      break;
    }
    expect(observed).toMatchObject([{ outcome: 'aborted' }]);
  });

  test('carries the idempotency key', async () => {
    await ai.generateText(request({ idempotencyKey: 'workflow-7-step-1' }));
    const requests = await (await fetch(`${sandbox.url}/__sandbox/requests?limit=1`)).json();
    expect(requests).toMatchObject({ last: [{ idempotency_key: 'workflow-7-step-1' }] });
  });

  test('comes from the sandbox provider when the request says so', async () => {
    expect(await failureOf(ai.generateText(request({ sandbox: true })))).toMatchObject({ kind: 'unavailable' });
    const live = createAi({
      provider: { baseUrl: `${sandbox.url}/v1`, apiKey: secret, model: 'm' },
      sandbox: undefined,
    });
    expect([ai.hasSandbox, live.hasSandbox]).toEqual([true, false]);
    for (const asked of [
      live.generateText(request({ sandbox: true })),
      read(live.streamText(request({ sandbox: true }))),
    ]) {
      expect(await failureOf(asked)).toMatchObject({ kind: 'misconfigured', message: 'There is no sandbox AI' });
    }
  });

  test('is asked for without a key where the provider needs none', async () => {
    const headers: (string | undefined)[] = [];
    const server = createServer((asked, response) => {
      headers.push(asked.headers.authorization);
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const provider = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: undefined, model: 'm' };
    expect((await createAi({ provider, sandbox: undefined }).generateText(request())).text).toBe('Yes.');
    expect(headers).toEqual([undefined]);
    server.close();
    server.closeAllConnections();
  });
});

const failures: [string, Record<string, unknown>, AiErrorKind][] = [
  ['a rate limit', { kind: 'rate_limit', retry_after_seconds: 7 }, 'rate_limited'],
  ['status 500', { kind: 'error', status: 500 }, 'unavailable'],
  ['status 503', { kind: 'error', status: 503 }, 'unavailable'],
  ['status 400', { kind: 'error', status: 400 }, 'misconfigured'],
  ['status 401', { kind: 'error', status: 401 }, 'misconfigured'],
  ['status 403', { kind: 'error', status: 403 }, 'misconfigured'],
  ['status 404', { kind: 'error', status: 404 }, 'misconfigured'],
  ['a refusal', { kind: 'refuse' }, 'refused'],
  ['an answer cut at its limit', { kind: 'cut_off', how: 'length' }, 'too_long'],
  ['a connection that breaks off', { kind: 'cut_off', how: 'connection' }, 'cut_off'],
];

describe.each(Object.entries(ways))('%s', (operation, ask) => {
  test.each(failures)('fails for %s', async (_name, fault, kind) => {
    await play(fault);
    const error = await failureOf(ask(ai));
    expect(error.kind).toBe(kind);
    expect(error.retryable).toBe(!['refused', 'misconfigured', 'too_long'].includes(kind));
    expect(error.retryAfterMs).toBe(kind === 'rate_limited' ? 7_000 : undefined);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/sk-very|zebra|You write/);
    expect(error.cause).toBeUndefined();
    expect(observed).toMatchObject([{ operation, outcome: kind }]);
  });

  test.each(['hang', 'slow'])('times out when the provider is to %s', async (kind) => {
    await play({ kind });
    expect(await failureOf(ask(connect(`${sandbox.url}/v1`, 60)))).toMatchObject({ kind: 'timeout' });
  });

  test('is unavailable when nobody listens', async () => {
    const error = await failureOf(ask(connect('http://127.0.0.1:9/v1')));
    expect(error).toMatchObject({ kind: 'unavailable' });
  });

  test('rejects with the reason of an abort', async () => {
    await play({ kind: 'hang' });
    const controller = new AbortController();
    const reason = new Error('cancelled by the workflow');
    const before = await askedSoFar();
    const work = ask(ai, { signal: controller.signal });
    const rejected = expect(work).rejects.toBe(reason);
    await waitUntil('the provider to be asked', async () => (await askedSoFar()) > before);
    controller.abort(reason);
    await rejected;
    await expect(ask(ai, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(observed.map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted']);
  });
});

test('an object that is not JSON is malformed; one of another shape is for the caller to check', async () => {
  await play({ kind: 'nonsense' });
  expect(await failureOf(ai.generateObject(objectRequest()))).toMatchObject({ kind: 'malformed' });
  await play({ kind: 'nonsense', how: 'wrong_json' });
  expect((await ai.generateObject(objectRequest())).value).toEqual({ unexpected: [true] });
});

test('a stream that stalls half-way times out, and an abort half-way is an abort', async () => {
  const settings = { chunk_delay_ms: 200 };
  await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify(settings) });
  expect(await failureOf(read(connect(`${sandbox.url}/v1`, 80).streamText(request())))).toMatchObject({
    kind: 'timeout',
  });
  const controller = new AbortController();
  const firstChunk = async () => {
    for await (const _chunk of ai.streamText(request({ signal: controller.signal }))) controller.abort('enough');
  };
  await expect(firstChunk()).rejects.toBe('enough');
});
