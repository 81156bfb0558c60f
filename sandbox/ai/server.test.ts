import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { type SandboxAi, startSandboxAi } from './server.ts';

const answerSchema = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });
const countsSchema = z.object({ count: z.int(), repeats: z.int() });

let sandbox: SandboxAi;
beforeAll(async () => {
  sandbox = await startSandboxAi({ port: 0 });
});
afterEach(() => send('DELETE', '/__sandbox/faults'));
afterAll(() => sandbox.close());

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(sandbox.url + path, {
    method,
    headers: { authorization: 'Bearer key', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const ask = (prompt: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  send('POST', '/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content: prompt }], ...more }, headers);

const setFaults = (faults: unknown) => send('PUT', '/__sandbox/faults', faults);

describe('embeddings', () => {
  const embed = (input: unknown, more: Record<string, unknown> = {}) =>
    send('POST', '/v1/embeddings', { model: 'm', input, ...more });
  const listSchema = z.object({
    data: z.array(z.object({ index: z.int(), embedding: z.union([z.string(), z.array(z.number())]) })),
    usage: z.object({ prompt_tokens: z.int().positive() }),
  });

  test('are the same for the same text, as numbers and in base64', async () => {
    const numbers = listSchema.parse(await (await embed(['tax', 'Steuer'], { dimensions: 64 })).json());
    const coded = listSchema.parse(await (await embed('tax', { dimensions: 64, encoding_format: 'base64' })).json());
    const bytes = Buffer.from(String(coded.data[0]?.embedding), 'base64');
    expect(Array.from({ length: 64 }, (_, index) => bytes.readFloatLE(index * 4))).toEqual(numbers.data[0]?.embedding);
    expect(numbers.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(numbers.data[1]?.embedding).toHaveLength(64);
  });

  test('refuse what OpenAI refuses, and play failures', async () => {
    expect((await embed('')).status).toBe(400);
    expect((await embed('a', { dimensions: 5_000 })).status).toBe(400);
    await setFaults({ faults: [{ kind: 'rate_limit', retry_after_seconds: 7, match: 'tax' }] });
    const refused = await embed(['no', 'tax']);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await embed('no')).status).toBe(200);
  });
});

describe('completions', () => {
  test('say that they come from the sandbox, and count tokens', async () => {
    const response = await ask('Language: fr\nDeliverable: answer\nInputs:\n- query: What is DNS?');
    expect(response.headers.get('x-sandbox')).toBe('true');
    expect(response.headers.get('x-sandbox-language')).toBe('fr');
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      model: 'marketwright-sandbox',
      system_fingerprint: 'fp_marketwright_sandbox',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: expect.stringContaining('DNS') } }],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    });
  });

  test('are the same for the same request and others for another', async () => {
    const text = async (prompt: string) =>
      answerSchema.parse(await (await ask(prompt)).json()).choices[0].message.content;
    const prompt = 'Deliverable: blog_post\nInputs:\n- topic: cloud costs';
    expect(await text(prompt)).toBe(await text(prompt));
    expect(await text(prompt)).not.toBe(await text(`${prompt}\n- variant: 2`));
  });

  test('end where the request sets a limit', async () => {
    const answer = await (await ask('Deliverable: blog_post', { max_completion_tokens: 20 })).json();
    expect(answer).toMatchObject({ choices: [{ finish_reason: 'length' }], usage: { completion_tokens: 20 } });
  });

  test('stream as server-sent events, with usage on demand', async () => {
    const text = await (await ask('What is DNS?', { stream: true, stream_options: { include_usage: true } })).text();
    const events = text
      .trim()
      .split('\n\n')
      .map((event) => event.replace('data: ', ''));
    expect(events.at(-1)).toBe('[DONE]');
    expect(JSON.parse(events.at(-2) ?? '')).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    expect(JSON.parse(events.at(-3) ?? '')).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(await (await ask('What is DNS?', { stream: true })).text()).not.toContain('usage');
  });

  test.each([
    [
      'no key',
      () => send('POST', '/v1/chat/completions', { model: 'm', messages: [{ role: 'user' }] }, { authorization: '' }),
      401,
    ],
    ['no messages', () => send('POST', '/v1/chat/completions', { model: 'm', messages: [] }), 400],
    ['an unknown path', () => send('GET', '/v1/embeddings'), 404],
    ['an unknown fault', () => setFaults({ faults: [{ kind: 'earthquake' }] }), 400],
  ])('are refused for %s', async (_name, request, status) => {
    const response = await request();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { message: expect.any(String), type: 'invalid_request_error' },
    });
  });
});

test('answers by a schema that stands in the instructions', async () => {
  const schema = { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'] };
  const system = { role: 'system', content: `Fit this JSON Schema:\n${JSON.stringify(schema)}` };
  const asked = { messages: [system, { role: 'user', content: 'Rate it.' }] };
  for (const more of [{}, { response_format: { type: 'json_object' } }]) {
    const answer = (await (await ask('', { ...asked, ...more })).json()) as {
      choices: { message: { content: string } }[];
    };
    expect(JSON.parse(answer.choices[0]?.message.content ?? '')).toEqual({ score: expect.any(Number) });
  }
});

describe('questions about passages of the inputs', () => {
  const statement = z.object({ text: z.string(), passage: z.string(), quote: z.string() });
  const answer = z.object({ statements: z.array(statement) });
  const PASSAGES = [
    {
      document: 'Handbook',
      section: 'Leave',
      text: 'Employees have 28 days of annual leave. Unused days lapse in March.',
    },
    {
      document: 'Handbook',
      section: 'Hall',
      text: 'Forklifts drive at 8 km/h. Dogs may come to the office on Fridays.',
    },
    { document: 'Preise', section: '', text: 'Artikel: HT-17 | Preis: 310 Euro\n\nArtikel: HT-18 | Preis: 520 Euro' },
  ];
  const cited = async (query: string) => {
    const inputs = PASSAGES.map((passage, index) => `- P${index + 1}: ${JSON.stringify(passage)}`);
    const schema = z.toJSONSchema(answer);
    const format = { type: 'json_schema', json_schema: { name: 'answer', schema } };
    const prompt = ['Task: Answer', 'Deliverable: answer', 'Inputs:', `- query: ${query}`, ...inputs].join('\n');
    const response = answerSchema.parse(await (await ask(prompt, { response_format: format })).json());
    const { statements } = answer.parse(JSON.parse(response.choices[0].message.content));
    return statements.map(({ passage, quote }) => `${passage}: ${quote}`);
  };

  test.each([
    ['How many days of annual leave are there?', 'P1: Employees have 28 days of annual leave.'],
    ['Wie viele Urlaubstage haben Mitarbeiter?', 'P1: Employees have 28 days of annual leave.'],
    ['Can I bring my pet to the office?', 'P2: Dogs may come to the office on Fridays.'],
    ['¿Cuánto cuesta HT-18?', 'P3: Artikel: HT-18 | Preis: 520 Euro'],
  ])('cite the sentence or row that answers: %s', async (question, quote) => {
    expect(await cited(question)).toEqual([quote]);
  });

  test.each([
    'How much does HT-19 cost?',
    'How many parking spaces does the office have?',
    'When do forklifts arrive in Hamburg?',
    'Who won the football world cup?',
  ])('have no answer where no sentence says enough: %s', async (question) => {
    expect(await cited(question)).toEqual([]);
  });
});

test('health and models', async () => {
  expect(await (await send('GET', '/healthz')).json()).toMatchObject({ status: 'ok', sandbox: true });
  expect(await (await send('GET', '/v1/models')).json()).toMatchObject({
    data: [{ id: 'marketwright-sandbox' }, { id: 'marketwright-sandbox-embeddings' }],
  });
});

describe('faults', () => {
  test('are used up, one after the other, only by requests that match', async () => {
    await setFaults({
      faults: [
        { kind: 'error', status: 503, times: 2, match: 'zebra' },
        { kind: 'rate_limit', times: 1, retry_after_seconds: 7 },
      ],
    });
    expect((await ask('about a zebra')).status).toBe(503);
    const limited = await ask('about a horse');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await ask('about a horse')).status).toBe(200);
    expect((await ask('about a zebra')).status).toBe(503);
    expect((await ask('about a zebra')).status).toBe(200);
    expect(await (await send('GET', '/__sandbox/faults')).json()).toEqual({
      latency_ms: 0,
      chunk_delay_ms: 0,
      faults: [],
    });
  });

  test('that leave a request open break it off when they are taken back, not when they are used up', async () => {
    const hang = (match: string, times?: number) => ({ kind: 'hang', match, times });
    await setFaults({ faults: [hang('zebra'), hang('horse'), hang('mule', 1)] });
    const ends: string[] = [];
    const count = async () => countsSchema.parse(await (await send('GET', '/__sandbox/requests')).json()).count;
    const before = await count();
    const asked = ['zebra', 'horse', 'mule'].map((about) => ask(about).catch(() => ends.push(about)));
    await waitUntil('all to be asked', async () => (await count()) === before + 3);
    await setFaults({ faults: [hang('horse')] });
    await asked[0];
    expect(ends).toEqual(['zebra']);
    await send('DELETE', '/__sandbox/faults');
    await asked[1];
    expect(ends).toEqual(['zebra', 'horse']);
  });

  test('come with their probability', async () => {
    await setFaults({ faults: [{ kind: 'error', probability: 0.5 }] });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await ask('x')).status));
    const failed = statuses.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(10);
    expect(failed).toBeLessThan(50);
  });

  test('latency holds until it is taken back', async () => {
    await setFaults({ latency_ms: 150 });
    const startedAt = performance.now();
    await ask('x');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(145);
  });
});

test('requests are counted, repeats of a key apart, without their prompts', async () => {
  const before = countsSchema.parse(await (await send('GET', '/__sandbox/requests')).json());
  const format = {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
  };
  await ask('a secret prompt', format, { 'idempotency-key': 'k1' });
  await ask('a secret prompt', {}, { 'idempotency-key': 'k1' });
  const text = await (await send('GET', '/__sandbox/requests?limit=2')).text();
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({
    count: before.count + 2,
    repeats: before.repeats + 1,
    last: [
      { idempotency_key: 'k1', schema: 'answer', stream: false, fault: null, repeat: false },
      { idempotency_key: 'k1', schema: null, repeat: true },
    ],
  });
});
