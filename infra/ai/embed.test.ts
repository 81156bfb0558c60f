import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import type { AiObservation } from './attempt.ts';
import { type AiOptions, createAi } from './openai.ts';
import { type AiEmbedRequest, AiError, type AiPort, EMBED_LIMITS } from './port.ts';
import type { AiProvider } from './provider.ts';

const model = { name: 'text-embedding-3-small', dimensions: 128, inputs: {} };
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

function connect(baseUrl: string, more: Partial<AiProvider> = {}, settings: Partial<AiOptions> = {}): AiPort {
  const provider = {
    ...more,
    baseUrl,
    apiKey: 'sk',
    model: 'm',
    embeddings: { ...model, answerSimilarity: 0.5, batchSize: 100 },
  };
  const observe = (each: AiObservation) => void observed.push(each);
  return createAi({ provider, sandbox: undefined, timeoutMs: 1_000, observe, ...settings });
}

function request(texts: readonly string[], more: Partial<AiEmbedRequest> = {}): AiEmbedRequest {
  const purpose = { partnerId: 7, subject: { type: 'knowledge_embedding', id: 3 } };
  return {
    texts,
    model,
    role: 'passage',
    purpose,
    sandbox: false,
    idempotencyKey: 'k',
    signal: new AbortController().signal,
    ...more,
  };
}

const cosine = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  Array.from(one ?? []).reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0);

async function failureOf(work: Promise<unknown>): Promise<AiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiError)) throw new Error(`Not an AiError: ${error}`);
  return error;
}

const play = (fault: object) =>
  fetch(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: JSON.stringify({ faults: [fault] }) });

test('texts that mean the same are close, in other words and languages, too', async () => {
  const { vectors, usage } = await ai.embed(
    request(
      [
        'How many days of vacation do I get?',
        'Employees have 30 days of annual leave.',
        'Wie viel Urlaub steht mir zu?',
        'The printer needs new toner.',
      ],
      // As the sandbox AI is asked by default: in fewer, directions that have nothing in common are somewhat alike.
      { model: { ...model, dimensions: 768 } },
    ),
  );
  const [asked, passage, german, other] = vectors;
  expect(cosine(asked, asked)).toBeCloseTo(1);
  expect(cosine(asked, passage)).toBeGreaterThan(cosine(asked, other) + 0.2);
  expect(cosine(asked, german)).toBeGreaterThan(cosine(asked, other) + 0.2);
  expect(observed).toMatchObject([
    {
      operation: 'embed',
      purpose: { task: 'embed', partnerId: 7, subject: { type: 'knowledge_embedding', id: 3 } },
      model: 'text-embedding-3-small',
      outcome: 'ok',
      requests: 1,
      usage: { inputTokens: usage.inputTokens, outputTokens: 0 },
    },
  ]);
  expect(usage.inputTokens).toBeGreaterThan(10);
  expect(observed[0]?.priceMicros).toBe(Math.round(usage.inputTokens * 0.02));
});

describe('a failure', () => {
  test.each([
    [{ kind: 'rate_limit', retry_after_seconds: 3 }, 'rate_limited', 3_000],
    [{ kind: 'error', status: 503 }, 'unavailable', undefined],
    [{ kind: 'error', status: 401 }, 'misconfigured', undefined],
    [{ kind: 'refuse' }, 'refused', undefined],
    [{ kind: 'cut_off' }, 'cut_off', undefined],
    [{ kind: 'hang' }, 'timeout', undefined],
    [{ kind: 'nonsense', how: 'wrong_json' }, 'misconfigured', undefined],
    [{ kind: 'nonsense', how: 'missing_key' }, 'malformed', undefined],
  ] as const)('of %j is %s and is sent once', async (fault, kind, retryAfterMs) => {
    await play(fault);
    expect(await failureOf(ai.embed(request(['a', 'b'])))).toMatchObject({ kind, retryAfterMs });
    expect(observed).toMatchObject([{ outcome: kind, requests: 1 }]);
  });

  test('names the setting of a wrong length', async () => {
    await play({ kind: 'nonsense' });
    const { message } = await failureOf(ai.embed(request(['a'])));
    expect(message).toBe(
      'The AI provider sends embeddings of 129 numbers instead of 128: look at EMBEDDINGS_DIMENSIONS',
    );
  });

  test('is late after the time-out of the request', async () => {
    await play({ kind: 'slow', delay_ms: 800 });
    expect(await failureOf(ai.embed(request(['a'], { timeoutMs: 100 })))).toMatchObject({ kind: 'timeout' });
  });
});

test.each([
  ['none', []],
  ['too many', Array.from({ length: EMBED_LIMITS.texts + 1 }, () => 'a')],
  ['a long one', ['a'.repeat(EMBED_LIMITS.charactersOfText + 1)]],
  ['too much in all', Array.from({ length: 100 }, () => 'a'.repeat(1_501))],
])('%s of the texts are not sent', async (_name, texts) => {
  await expect(ai.embed(request(texts))).rejects.toThrow(RangeError);
});

describe('a provider of its own ways', () => {
  let server: Server;
  const asked: Record<string, unknown>[] = [];
  /** What answers wait for. */
  let hold = Promise.resolve();
  /** Keys that are not the provider's. */
  const keys: (string | undefined)[] = [];
  const answers: ((body: Record<string, unknown>) => [number, unknown])[] = [];
  let odd: AiPort;

  beforeAll(async () => {
    server = createServer(async (incoming, response) => {
      const body = JSON.parse(await new Response(Readable.toWeb(incoming) as ReadableStream).text());
      asked.push(body);
      await hold;
      if (incoming.headers.authorization !== 'Bearer sk') keys.push(incoming.headers.authorization);
      const [status, answer] = (answers.length > 1 ? answers.shift() : answers[0])?.(body) ?? [500, {}];
      // With a number a line, as some servers write them.
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer, null, 2));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  const play2 = (...next: typeof answers) => {
    asked.length = 0;
    answers.splice(0, answers.length, ...next);
    odd = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  };
  const numbers = (length: number, value = 2) => Array.from({ length }, () => value);

  test('is asked without a parameter that it refuses, from then on', async () => {
    const refused = { error: { message: 'This model does not support specifying dimensions.', param: 'dimensions' } };
    play2(
      () => [400, refused],
      () => [400, { message: 'encoding_format base64 is not supported' }],
      () => [200, { data: [{ embedding: numbers(128) }], model: 'm' }],
    );
    const { vectors } = await odd.embed(request(['a']));
    expect(cosine(vectors[0], vectors[0])).toBeCloseTo(1);
    await odd.embed(request(['a']));
    expect(asked.map(({ dimensions, encoding_format }) => [dimensions, encoding_format])).toEqual([
      [128, 'base64'],
      [undefined, 'base64'],
      [undefined, 'float'],
      [undefined, 'float'],
    ]);
  });

  test('may answer in any order, which the index tells', async () => {
    const one = { index: 0, embedding: [1, ...numbers(127, 0)] };
    const two = { index: 1, embedding: [0, 1, ...numbers(126, 0)] };
    play2(() => [200, { data: [two, one] }]);
    const { vectors } = await odd.embed(request(['a', 'b']));
    expect([vectors[0]?.[0], vectors[1]?.[1]]).toEqual([1, 1]);
  });

  test('may send the largest request as numbers', async () => {
    const largest = { ...model, dimensions: 1_536 };
    const embedding = Array.from({ length: 1_536 }, (_, index) => -1 / (index + 30.7));
    play2(({ input }) => [200, { data: (input as string[]).map((_text, index) => ({ index, embedding })) }]);
    const texts = Array.from({ length: EMBED_LIMITS.texts }, () => 'a');
    const { vectors } = await odd.embed(request(texts, { model: largest, timeoutMs: 10_000 }));
    expect(vectors).toHaveLength(EMBED_LIMITS.texts);
  });

  const nan = Buffer.alloc(512);
  nan.writeFloatLE(Number.NaN, 4);
  test.each([
    ['another length', { data: [{ index: 0, embedding: numbers(64) }] }, 'misconfigured'],
    ['nothing but zeros', { data: [{ index: 0, embedding: numbers(128, 0) }] }, 'malformed'],
    ['what is no number', { data: [{ index: 0, embedding: [...numbers(127), 'x'] }] }, 'malformed'],
    ['no number in base64', { data: [{ index: 0, embedding: nan.toString('base64') }] }, 'malformed'],
    [
      'one index twice',
      { data: [numbers(128), numbers(128)].map((embedding) => ({ index: 0, embedding })) },
      'malformed',
    ],
    ['no list', { data: 'x' }, 'malformed'],
    ['nothing', null, 'malformed'],
  ])('that sends %s gives no vector', async (name, answer, kind) => {
    play2(() => [200, answer]);
    const texts = name === 'one index twice' ? ['a', 'b'] : ['a'];
    expect(await failureOf(odd.embed(request(texts)))).toMatchObject({ kind });
  });

  test('gets texts as the model wants them, and is not asked in another way when it refuses', async () => {
    play2(() => [200, { data: [{ embedding: numbers(128) }] }]);
    const prefixed = { ...model, inputs: { passage: { prefix: 'passage: ', type: 'document' } } };
    await odd.embed(request(['a'], { model: prefixed }));
    await odd.embed(request(['a'], { model: prefixed, role: 'query' }));
    expect(asked).toMatchObject([{ input: ['passage: a'], input_type: 'document' }, { input: ['a'] }]);
    expect(asked[1]).not.toHaveProperty('input_type');
    play2(() => [400, { error: { message: 'unknown field', param: 'input_type' } }]);
    expect(await failureOf(odd.embed(request(['a'], { model: prefixed })))).toMatchObject({ kind: 'misconfigured' });
    expect(asked).toHaveLength(1);
  });

  test('is asked for passages by so many requests at once, and for queries without waiting', async () => {
    play2(() => [200, { data: [{ embedding: numbers(128) }] }]);
    const one = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, { embeddingsConcurrency: 1 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    hold = held;
    const first = one.embed(request(['first'], { timeoutMs: 10_000 }));
    const aborting = new AbortController();
    const second = one.embed(request(['second'], { signal: aborting.signal, timeoutMs: 10_000 }));
    const third = one.embed(request(['third'], { timeoutMs: 10_000 }));
    const query = one.embed(request(['query'], { role: 'query', timeoutMs: 10_000 }));
    aborting.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    while (asked.length < 2) await new Promise(setImmediate);
    release();
    await Promise.all([first, third, query]);
    const inputs = asked.map(({ input }) => String(input));
    expect(inputs.slice(0, 2).sort()).toEqual(['first', 'query']);
    expect(inputs.slice(2)).toEqual(['third']);
    hold = Promise.resolve();
  });

  test('has passages that get no turn in time come again, so that what waits takes no slot of a worker for long', async () => {
    play2(() => [200, { data: [{ embedding: numbers(128) }] }]);
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const one = connect(baseUrl, { embeddingsConcurrency: 1 }, { embeddingsWaitMs: 1 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    hold = held;
    const first = one.embed(request(['first'], { timeoutMs: 10_000 }));
    const late = await failureOf(one.embed(request(['second'])));
    expect(late).toMatchObject({ kind: 'overloaded', retryable: true, retryAfterMs: 2_000 });
    release();
    await first;
    hold = Promise.resolve();
    await one.embed(request(['second']));
    expect(asked.map(({ input }) => String(input))).toEqual(['first', 'second']);
  });

  test('is asked for the passages of partners in turns, and by one alone as often as it may be', async () => {
    play2(() => [200, { data: [{ embedding: numbers(128) }] }]);
    const two = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, { embeddingsConcurrency: 2 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    hold = held;
    const embed = (partnerId: number, text: string) =>
      two.embed(request([text], { purpose: { partnerId, subject: null }, timeoutMs: 10_000 }));
    const all = ['a1', 'a2', 'a3', 'a4'].map((text) => embed(7, text));
    while (asked.length < 2) await new Promise(setImmediate);
    all.push(embed(8, 'b1'));
    release();
    await Promise.all(all);
    const inputs = asked.map(({ input }) => String(input));
    expect(inputs.slice(0, 2).sort()).toEqual(['a1', 'a2']);
    expect(inputs.slice(2, 4)).toContain('b1');
    hold = Promise.resolve();
  });

  test('elsewhere than texts are written is asked with its own key, whose settings a failure names', async () => {
    play2(
      () => [200, { data: [{ embedding: numbers(128) }] }],
      () => [401, { error: { message: 'no' } }],
    );
    const embeddingsAt = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: 'own' };
    const away = connect(`${sandbox.url}/v1`, { embeddingsAt });
    await away.embed(request(['a']));
    expect((await failureOf(away.embed(request(['a'])))).message).toMatch(/look at EMBEDDINGS_API_KEY/);
    play2(() => [404, { error: { message: 'Not found' } }]);
    expect((await failureOf(away.embed(request(['a'])))).message).toMatch(/the path of EMBEDDINGS_BASE_URL/);
    expect(keys).toEqual(['Bearer own', 'Bearer own', 'Bearer own']);
  });

  test('that has no such path or model is named as such', async () => {
    play2(() => [404, { error: { message: 'Not found' } }]);
    expect((await failureOf(odd.embed(request(['a'])))).message).toMatch(/no embeddings at the AI provider/);
    play2(() => [404, { error: { message: 'x', code: 'model_not_found' } }]);
    expect((await failureOf(odd.embed(request(['a'])))).message).toMatch(/look at EMBEDDINGS_MODEL/);
  });
});
