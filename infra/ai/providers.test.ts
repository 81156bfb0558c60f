import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  ANSWER,
  type ProviderServer,
  REASONING,
  startProviderServer,
} from '../../test/environment/ai-provider-server.ts';
import {
  FINAL_REFUSALS,
  GEMINI_RATE_LIMIT,
  PROVIDERS,
  type ProviderBehaviour,
  REPORTED_FAILURES,
  UNFINISHED,
} from '../../test/environment/ai-providers.ts';
import type { AiObservation } from './attempt.ts';
import { FINISH_REASONS } from './finish.ts';
import { createAi } from './openai.ts';
import { AiError, type AiPort, type AiRequest } from './port.ts';
import type { AiProvider } from './provider.ts';
import { type ShapeMemory, shapeMemory } from './shape.ts';

const schema = z.object({ title: z.string(), score: z.int() });
const plain: ProviderBehaviour = {
  name: 'A plain one',
  model: 'some-model',
  wantsKey: true,
  refuses: [],
  reasoning: 'none',
  reasoningTokens: 0,
  looseJson: 'plain',
  streamUsage: 'last',
  streamUsageSource: '',
  learnt: { limit: 'max_completion_tokens', temperature: true, structured: 'json_schema', limitFactor: 1 },
};

let server: ProviderServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Pointed {
  ai: AiPort;
  server: ProviderServer;
  shapes: ShapeMemory;
  observed: AiObservation[];
}

/** The AI, pointed at a provider of this behaviour. */
async function pointAt(behaviour: ProviderBehaviour, settings: Partial<AiProvider> = {}): Promise<Pointed> {
  server = await startProviderServer(behaviour);
  const apiKey = behaviour.wantsKey ? 'sk-very-secret' : undefined;
  const provider = { baseUrl: server.url, apiKey, model: behaviour.model, ...settings };
  const observed: AiObservation[] = [];
  const shapes = shapeMemory();
  const ai = createAi({
    provider,
    sandbox: undefined,
    timeoutMs: 5_000,
    shapes,
    observe: (each) => void observed.push(each),
  });
  return { ai, server, shapes, observed };
}

const request = (more: Partial<AiRequest> = {}): AiRequest => ({
  purpose: { task: 'write', partnerId: 1, subject: null },
  instructions: 'You write.',
  prompt: 'Zebras.',
  maxOutputTokens: 1_000,
  temperature: 0.2,
  sandbox: false,
  idempotencyKey: 'k',
  signal: new AbortController().signal,
  ...more,
});
const objectRequest = (more: Partial<AiRequest> = {}) => ({ ...request(more), schemaName: 'answer', schema });

async function read(stream: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

async function failureOf(work: Promise<unknown>): Promise<AiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiError)) throw new Error(`Not an AiError: ${error}`);
  return error;
}

describe.each(PROVIDERS)('$name', (behaviour) => {
  test('writes, and what was learnt of it spares the next question every refusal', async () => {
    const { ai, server, observed } = await pointAt(behaviour);
    expect((await ai.generateText(request())).text).toBe(ANSWER);
    server.requests.length = 0;
    expect((await ai.generateText(request())).text).toBe(ANSWER);
    expect(server.requests).toHaveLength(1);
    expect(observed.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(server.requests[0]?.authorization).toBe(behaviour.wantsKey ? 'Bearer sk-very-secret' : undefined);
  });

  test('has its tokens counted once, in an answer, in a stream, and in an answer that is streamed as it comes', async () => {
    const { ai, observed } = await pointAt({ ...behaviour, refuses: [], reasoningTokens: 0 });
    const whole = await ai.generateText(request());
    const streamed = await ai.generateText({ ...request(), onText: () => undefined });
    // After the first stream it is known where the reasoning begins.
    await read(ai.streamText(request()));
    const tokens = [whole.usage, streamed.usage, observed.at(-1)?.usage];
    expect(tokens).toEqual(Array(3).fill({ inputTokens: 100, outputTokens: 300 }));
  });

  test('gives objects, and the process knows how to ask it', async () => {
    const { ai, server, shapes } = await pointAt(behaviour);
    expect((await ai.generateObject(objectRequest())).value).toEqual({ title: ANSWER, score: 7 });
    const keys = server.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(shapes.get(behaviour.model)).toMatchObject(behaviour.learnt);
    server.requests.length = 0;
    await ai.generateObject(objectRequest());
    expect(server.requests).toHaveLength(1);
  });

  test('streams its answer and nothing of its reasoning', async () => {
    const { ai, observed } = await pointAt(behaviour);
    const first = await read(ai.streamText(request())).catch(failedStream);
    // Who gave its reasoning for its answer is found out by it, and the next stream is clean.
    if (behaviour.reasoning === 'closing-tag') expect(first).toBe('malformed');
    else expect(first).toBe(ANSWER);
    expect(await read(ai.streamText(request()))).toBe(ANSWER);
    expect(observed.at(-1)).toMatchObject({ outcome: 'ok', usage: { inputTokens: 100 } });
    expect((await ai.generateText(request())).text).not.toContain(REASONING);
  });
});

const failedStream = (error: unknown) => (error instanceof AiError ? error.kind : String(error));

describe.each(FINAL_REFUSALS)('$name', ({ status, body, kind, code, says }) => {
  test('fails at once, with a sentence, and with names of the API but no text', async () => {
    const { ai, server } = await pointAt(plain);
    server.refuseAll({ status, body });
    for (const work of [
      ai.generateText(request()),
      ai.generateObject(objectRequest()),
      read(ai.streamText(request())),
    ]) {
      const error = await failureOf(work);
      expect(error).toMatchObject({ kind, retryable: false, problem: { status, code: code || undefined } });
      expect(error.message).toMatch(says);
      expect(error.message).toContain(`status ${status}`);
      expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/sk-|Zebras|billing details/);
    }
    expect(server.requests).toHaveLength(3);
  });
});

test('a limit for a minute passes, whatever words it comes in', async () => {
  const { ai, server } = await pointAt(plain);
  server.refuseAll(GEMINI_RATE_LIMIT);
  expect(await failureOf(ai.generateText(request()))).toMatchObject({
    kind: 'rate_limited',
    retryable: true,
    retryAfterMs: 11_000,
    problem: { code: 'RESOURCE_EXHAUSTED' },
  });
});

test('a refusal that names nothing we could do without is final, with its code and parameter', async () => {
  const { ai, server } = await pointAt(plain);
  const message = 'Zebras are not allowed here';
  server.refuseAll({ status: 400, body: { error: { message, param: 'messages[1].content', code: 'not_liked' } } });
  const error = await failureOf(ai.generateText(request()));
  expect(error.message).toBe(
    'The AI provider rejected the request (status 400, code not_liked, param messages[1].content)',
  );
  expect(server.requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])('redirects are not followed: %i', async (status) => {
  const { ai, server } = await pointAt(plain);
  server.refuseAll({ status, body: {}, headers: { location: `${server.url}/elsewhere/chat/completions` } });
  for (const work of [ai.generateText(request()), read(ai.streamText(request()))]) {
    const error = await failureOf(work);
    expect(error).toMatchObject({ kind: 'misconfigured', retryable: false, problem: { status } });
    expect(error.message).toContain('look at OPENAI_BASE_URL');
  }
  expect(server.requests).toHaveLength(2);
});

test('a provider that refuses everything is asked a bounded number of times', async () => {
  const { ai, server } = await pointAt(plain);
  const names = 'temperature max_tokens max_completion_tokens response_format stream_options system role';
  server.refuseAll({ status: 400, body: { error: { message: names } } });
  expect(await failureOf(ai.generateObject(objectRequest()))).toMatchObject({ kind: 'misconfigured' });
  expect(server.requests.length).toBeLessThanOrEqual(4);
});

describe('an answer that does not fit', () => {
  test('is asked for with twice the tokens once, then fails for good', async () => {
    const { ai, server, observed } = await pointAt({ ...plain, reasoningTokens: 5_000 });
    expect(await failureOf(ai.generateText(request()))).toMatchObject({ kind: 'too_long', retryable: false });
    expect(server.requests.map(({ body }) => body['max_completion_tokens'])).toEqual([1_000, 2_000]);
    // Both were paid for.
    expect(observed).toMatchObject([{ requests: 2, usage: { inputTokens: 200, outputTokens: 10_600 } }]);
  });

  test('fits the next time at once where it did the second time', async () => {
    const { ai, server } = await pointAt({ ...plain, reasoningTokens: 1_000 });
    // Who asks is not charged for the answer that was of no use.
    expect((await ai.generateText(request())).usage).toEqual({ inputTokens: 100, outputTokens: 1_300 });
    await ai.generateText(request({ maxOutputTokens: 1_200 }));
    expect(server.requests.map(({ body }) => body['max_completion_tokens'])).toEqual([1_000, 2_000, 2_400]);
  });
});

describe('a schema that is silently ignored', () => {
  test('is put in words', async () => {
    // It has a schema to enforce, answers 200, and with JSON of its own.
    const ignoring = await pointAt({
      ...plain,
      refuses: [
        {
          parameter: 'response_format.json_schema',
          status: 200,
          body: answered('{"stars": 5}'),
          source: 'a made-up one',
        },
      ],
    });
    expect((await ignoring.ai.generateObject(objectRequest())).value).toEqual({ title: ANSWER, score: 7 });
    expect(ignoring.shapes.get('some-model')).toMatchObject({ structured: 'words' });
    const [, last] = ignoring.server.requests;
    expect(last?.body.response_format).toBeUndefined();
    expect(last?.body.messages[0]?.content).toContain('"score"');
  });

  test('leaves an answer of the wrong form to who asked', async () => {
    const { ai, server } = await pointAt(plain);
    server.refuseAll({ status: 200, body: answered('{"title": "Only", "score": "ten"}') });
    expect((await ai.generateObject(objectRequest())).value).toEqual({ title: 'Only', score: 'ten' });
    expect(server.requests).toHaveLength(1);
  });
});

const answered = (content: string) => ({
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
});

test('a model without a role for instructions has them before the prompt', async () => {
  // What chat templates such as Gemma's raise, as vLLM passes it on: https://github.com/vllm-project/vllm/pull/2964
  const body = {
    object: 'error',
    message: 'System role not supported',
    type: 'BadRequestError',
    param: null,
    code: 400,
  };
  const { ai, server } = await pointAt({ ...plain, refuses: [{ parameter: 'system', status: 400, body, source: '' }] });
  expect((await ai.generateText(request())).text).toBe(ANSWER);
  expect(server.requests.at(-1)?.body.messages).toEqual([{ role: 'user', content: 'You write.\n\nZebras.' }]);
});

test('a provider that takes a schema but no other JSON is asked in words where it is not to be given one', async () => {
  const [lmStudio] = PROVIDERS.filter(({ name }) => name === 'LM Studio');
  const { ai, server } = await pointAt(lmStudio ?? plain, { structured: 'json_object' });
  expect((await ai.generateObject(objectRequest())).value).toEqual({ title: ANSWER, score: 7 });
  expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual(['json_object', undefined]);
});

describe('settings', () => {
  test('choose the model by task, the temperature for all, and the first way to ask for objects', async () => {
    const models = { plan: 'planner', analyse: 'analyst' };
    const { ai, server } = await pointAt(plain, { models, temperature: 0.7, structured: 'json_object' });
    for (const task of ['plan', 'write', 'analyse'] as const) {
      await ai.generateText(request({ purpose: { task, partnerId: 1, subject: null } }));
    }
    await ai.generateText(request({ model: 'named' }));
    await ai.generateObject(objectRequest());
    const bodies = server.requests.map(({ body }) => body);
    expect(bodies.map(({ model }) => model)).toEqual(['planner', 'some-model', 'analyst', 'named', 'some-model']);
    expect(new Set(bodies.map(({ temperature }) => temperature))).toEqual(new Set([0.7]));
    expect(bodies.at(-1)?.response_format).toEqual({ type: 'json_object' });
  });

  test('leave the temperature out', async () => {
    const { ai, server } = await pointAt(plain, { temperature: 'omit' });
    await ai.generateText(request());
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });
});

test('what a question cost is known by the model that was asked', async () => {
  const { ai, observed } = await pointAt({ ...plain, model: 'gpt-5-mini' });
  await ai.generateText(request());
  await ai.generateText(request({ model: 'openai/gpt-5-mini-2025-08-07' }));
  await ai.generateText(request({ model: 'nobody-knows' }));
  // 100 tokens at $0.25 and 300 at $2 a million.
  expect(observed.map(({ priceMicros }) => priceMicros)).toEqual([625, 625, null]);
});

/** Each way to ask. */
const WAYS: [string, (ai: AiPort) => Promise<unknown>][] = [
  ['a text', (ai) => ai.generateText(request())],
  ['an object', (ai) => ai.generateObject(objectRequest())],
  ['a stream', (ai) => read(ai.streamText(request()))],
  ['a text that is streamed as it comes', (ai) => ai.generateText({ ...request(), onText: () => undefined })],
];

describe.each(WAYS)('%s', (_way, ask) => {
  test.each(UNFINISHED)('that ends with the finish reason $reason is not whole: $kind', async ({ reason, kind }) => {
    const { ai, server, observed } = await pointAt(plain);
    server.endWith(reason);
    const error = await failureOf(ask(ai));
    expect(error).toMatchObject({ kind });
    if (reason) expect(error.message).toContain(`finish_reason ${reason}`);
    expect(observed.map(({ outcome }) => outcome)).toEqual([kind]);
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });

  test.each(REPORTED_FAILURES)('fails as $kind where $name', async ({ status, body, kind, problem }) => {
    const { ai, server } = await pointAt(plain);
    server.refuseAll({ status, body });
    const error = await failureOf(ask(ai));
    expect(error).toMatchObject({ kind, problem });
    expect(error.message).not.toMatch(/Half a blog|flagged by|a piece of it|model is loading/);
  });
});

test.each(Object.entries(FINISH_REASONS).filter(([, { means }]) => means === 'whole'))(
  'a text that ends with %s is whole',
  async (reason, { from }) => {
    const { ai, server } = await pointAt(plain);
    for (const spelled of [reason, reason.toUpperCase()]) {
      server.endWith(spelled);
      expect((await ai.generateText(request())).text).toBe(ANSWER.slice(0, 6));
      expect(await read(ai.streamText(request()))).toBe(ANSWER.slice(0, 6));
    }
    expect(from).toMatch(/https:/);
  },
);

test.each(REPORTED_FAILURES.filter(({ status }) => status === 200))(
  'an event of a stream that says the same fails as $kind: $name',
  async ({ body, kind, problem }) => {
    const events = createServer((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const first = { choices: [{ index: 0, delta: { content: 'Half' }, finish_reason: null }] };
      response.end(`data: ${JSON.stringify(first)}\n\ndata: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`);
    }).listen(0, '127.0.0.1');
    await once(events, 'listening');
    const baseUrl = `http://127.0.0.1:${(events.address() as AddressInfo).port}/v1`;
    const ai = createAi({ provider: { baseUrl, apiKey: 'k', model: 'm' }, sandbox: undefined });
    expect(await failureOf(read(ai.streamText(request())))).toMatchObject({ kind, problem });
    events.close();
    events.closeAllConnections();
  },
);

test('an empty finish reason after the one that counts ends nothing', async () => {
  const chunk = (content: string, finish_reason: string) => ({
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });
  const chunks = [chunk('Whole.', ''), chunk('', 'stop'), chunk('', '')];
  const provider = createServer((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const ai = createAi({ provider: { baseUrl, apiKey: 'k', model: 'm' }, sandbox: undefined });
  expect(await read(ai.streamText(request()))).toBe('Whole.');
  provider.close();
  provider.closeAllConnections();
});

test('a token count that no model can have counts as none', async () => {
  const { ai, server } = await pointAt(plain);
  for (const count of [-5, 1e9, '300', null, {}]) {
    server.refuseAll({
      status: 200,
      body: { ...answered('Yes.'), usage: { prompt_tokens: count, completion_tokens: count } },
    });
    expect((await ai.generateText(request())).usage).toEqual({ inputTokens: 0, outputTokens: 0 });
  }
});

test('a schema of which no grammar can be made is asked for in another way, another failure of the server is not', async () => {
  const { ai, server } = await pointAt(plain);
  server.refuseAll({ status: 500, body: { error: { message: 'Internal error', code: 500 } } });
  expect(await failureOf(ai.generateObject(objectRequest()))).toMatchObject({ kind: 'unavailable' });
  expect(server.requests).toHaveLength(1);
});
