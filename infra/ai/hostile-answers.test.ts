import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { cpuTimeOf, longestHoldOf } from '../../test/environment/cpu-time.ts';
import { createAi } from './openai.ts';
import type { AiPort, AiRequest } from './port.ts';
import { reasoningFilter } from './reasoning.ts';
import { readObject } from './structured.ts';

/** A provider that answers every question with this. */
let answer = '';
/** The whole of its answer, where it is another. */
let whole: { status: number; type: string; body: string } | undefined;
let questions = 0;
let server: Server;
let ai: AiPort;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    questions += 1;
    let question = '';
    incoming.on('data', (chunk: Buffer) => {
      question += chunk.toString();
    });
    incoming.on('end', () => {
      if (whole) return response.writeHead(whole.status, { 'content-type': whole.type }).end(whole.body);
      const isStream = JSON.parse(question).stream === true;
      const choice = { index: 0, finish_reason: 'stop', message: { content: answer }, delta: { content: answer } };
      const body = JSON.stringify({ id: 'c', model: 'm', choices: [choice] });
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? `data: ${body}\n\ndata: [DONE]\n\n` : body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  ai = createAi({ provider: { baseUrl, apiKey: 'k', model: 'm' }, sandbox: undefined });
});

afterEach(() => {
  whole = undefined;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const schema = z.object({ text: z.string() });

const request = (): AiRequest => ({
  purpose: { task: 'write', partnerId: null, subject: null },
  instructions: 'You write.',
  prompt: 'Write.',
  maxOutputTokens: 100,
  sandbox: false,
  idempotencyKey: 'k',
  signal: new AbortController().signal,
});

async function textOf(stream: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}

const WAYS: Record<string, () => Promise<unknown>> = {
  text: () => ai.generateText(request()),
  'an object': () => ai.generateObject({ ...request(), schemaName: 'answer', schema }),
  'a stream': () => textOf(ai.streamText(request())),
};

test.each(Object.entries(WAYS))('%s of much more than the tokens asked for is refused at once', async (_way, ask) => {
  answer = JSON.stringify({ text: 'a'.repeat(1_700) });
  questions = 0;
  await expect(ask()).rejects.toMatchObject({ kind: 'too_long', retryable: false });
  // The longer limit that helps an answer that was cut off would not help here.
  expect(questions).toBe(1);
  answer = JSON.stringify({ text: 'a'.repeat(1_000) });
  await ask();
});

test.each(Object.entries(WAYS).slice(0, 2))('the body of %s is not read to its end', async (_way, ask) => {
  answer = 'a'.repeat(7 * 1_048_576);
  await expect(ask()).rejects.toMatchObject({ kind: 'too_long' });
});

const parts = (part: string) => `[${part.repeat(4_000_000 / part.length)}1]`;
const fields = `{${Array.from({ length: 300_000 }, (_, index) => `"${index.toString(36)}":1`).join()}}`;

test.each([
  ['objects beside the answer', `{"x":${parts('{},')}}`],
  ['fields beside the answer', `{"x":${fields}}`],
  ['values beside the answer', `{"x":${parts('1,')}}`],
  ['parts of a finish reason', `{"choices":[{"message":{"content":"Calm."},"finish_reason":${parts('{},')}}]}`],
  ['parts of the content', `{"choices":[{"message":{"content":${parts('[],')}},"finish_reason":"stop"}]}`],
])('a body of many %s is not parsed', async (_what, body) => {
  whole = { status: 200, type: 'application/json', body };
  await expect(WAYS['text']?.()).rejects.toMatchObject({ kind: 'too_long' });
  const event = body.slice(0, 1_000_000);
  whole = { status: 200, type: 'text/event-stream', body: `data: ${event}\n\n` };
  await expect(WAYS['a stream']?.()).rejects.toMatchObject({ kind: 'too_long' });
});

test.each([
  ['no finish reason', undefined, 'missing'],
  ['null as its finish reason', null, 'missing'],
  ['an object as its finish reason', { toString: 1 }, 'unreadable'],
  ['a list as its finish reason', [['stop']], 'unreadable'],
  ['a number as its finish reason', 5, '5'],
])('a whole body with %s was ended by the provider, and is paid for', async (_what, finish_reason, code) => {
  const choices = [{ finish_reason, message: { content: 'Calm.' } }];
  whole = { status: 200, type: 'application/json', body: JSON.stringify({ choices }) };
  for (const way of ['text', 'a stream'])
    await expect(WAYS[way]?.()).rejects.toMatchObject({ kind: 'cut_off', problem: { code } });
});

test.each([
  ['blocks of reasoning', '<think></think>'],
  ['ends of reasoning', '</think> '],
  ['beginnings of tags', '</thin'],
])('a text of nothing but %s holds the process for no time', async (_what, unit) => {
  answer = unit.repeat(1_000_000 / unit.length);
  const ask = async () => {
    await WAYS['text']?.().catch(() => undefined);
    await WAYS['a stream']?.().catch(() => undefined);
  };
  // This process plays the provider, too.
  expect(await longestHoldOf(ask, 60)).toBeLessThan(90);
});

test('an object that is nested deeply is no answer', async () => {
  answer = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  await expect(WAYS['an object']?.()).rejects.toMatchObject({ kind: 'malformed' });
});

test.each([
  ['an event without an end', 'data: '.padEnd(3_000_000, 'x')],
  ['an event of many lines', 'data: x\n'.repeat(400_000)],
  ['events without number', 'data: {}\n\n'.repeat(110_000)],
])('a stream of %s is not read to its end', async (_what, body) => {
  whole = { status: 200, type: 'text/event-stream', body };
  await expect(WAYS['a stream']?.()).rejects.toMatchObject({ kind: 'too_long' });
});

test.each([
  ['blank lines', '\n', 1],
  ['comments', ': x\n\n', 2],
])('a stream of nothing but %s is given up, and others are served meanwhile', async (_what, unit, lines) => {
  whole = { status: 200, type: 'text/event-stream', body: unit.repeat(510_000) };
  const bytesRead = (500_000 / lines) * unit.length;
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns += 1) await setImmediate();
  })();
  await expect(WAYS['a stream']?.()).rejects.toMatchObject({ kind: 'too_long' });
  isOver = true;
  await counting;
  // Pieces as they come from a socket have 64 KiB; each of them takes half a second or less.
  expect(turns).toBeGreaterThan(bytesRead / 16_384);
});

test.each(['data: [DONE]\n\n', 'data:[DONE]\r\n\r\n'])(
  'a stream that %j ends is whole, whatever becomes of its connection',
  async (end) => {
    const event = JSON.stringify({ choices: [{ delta: { content: 'data: [DONE]' }, finish_reason: 'stop' }] });
    const open = createServer((_incoming, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const character of `data: ${event}\n\n${end}`) response.write(character);
      response.write(': still here\n\n');
    }).listen(0, '127.0.0.1');
    await once(open, 'listening');
    const baseUrl = `http://127.0.0.1:${(open.address() as AddressInfo).port}/v1`;
    const kept = createAi({ provider: { baseUrl, apiKey: 'k', model: 'm' }, sandbox: undefined, timeoutMs: 30_000 });
    await expect(textOf(kept.streamText(request()))).resolves.toBe('data: [DONE]');
    // Its connection was closed, so that nothing is left of it.
    open.close();
    await once(open, 'close');
  },
);

test.each(['null', '5', '"x"', 'true'])('an event of a stream that is %s is no broken connection', async (event) => {
  whole = { status: 200, type: 'text/event-stream', body: `data: ${event}\n\n` };
  await expect(WAYS['a stream']?.()).rejects.toMatchObject({ kind: 'malformed' });
});

test.each(['\n\n', '\r\n\r\n', '\r\r'])('a long stream of short events that %j ends is read', async (blankLine) => {
  const event = JSON.stringify({ choices: [{ delta: { reasoning: 'x'.repeat(2_000) }, finish_reason: null }] });
  const last = JSON.stringify({ choices: [{ delta: { content: 'Calm.' }, finish_reason: 'stop' }] });
  const events = [...Array<string>(1_000).fill(event), last];
  whole = {
    status: 200,
    type: 'text/event-stream',
    body: events.map((data) => `data: ${data}${blankLine}`).join(''),
  };
  await expect(textOf(ai.streamText(request()))).resolves.toBe('Calm.');
});

test.each([
  ['is nested deeply', `${'{"error":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['is long', JSON.stringify({ error: { message: 'x'.repeat(3_000_000) } })],
])('a refusal that %s is one by its status', async (_how, body) => {
  whole = { status: 403, type: 'application/json', body };
  await expect(WAYS['text']?.()).rejects.toMatchObject({ kind: 'misconfigured', problem: { status: 403 } });
});

test('a wait that is no number of milliseconds for Temporal is none', async () => {
  const details = [{ retryDelay: `${'9'.repeat(400)}s` }];
  whole = { status: 503, type: 'application/json', body: JSON.stringify({ error: { details } }) };
  await expect(WAYS['text']?.()).rejects.toMatchObject({ kind: 'unavailable', retryAfterMs: 86_400_000 });
});

test.each([
  ['an object', { name: 'gpt' }, 'm'],
  ['a number', 5, 'm'],
  ['too long', 'g'.repeat(500), 'g'.repeat(120)],
  ['not storable', 'gp\0t', 'gpt'],
])('the name of a model that is %s goes into no row', async (_what, model, kept) => {
  const choices = [{ finish_reason: 'stop', message: { content: 'Calm.' } }];
  whole = { status: 200, type: 'application/json', body: JSON.stringify({ model, choices }) };
  await expect(ai.generateText(request())).resolves.toMatchObject({ model: kept });
});

test.each([
  ['a fence that is opened, and line feeds', `\`\`\`\n${'\n'.repeat(100_000)}`],
  ['many fences', '```\n'.repeat(50_000)],
  ['spaces behind a fence', `\`\`\`${' '.repeat(100_000)}`],
  ['braces', '{'.repeat(100_000)],
  ['quotes', '{"'.repeat(50_000)],
])('%s are looked through in linear time', async (_what, text) => {
  const read = () => readObject(text, { ...request(), schemaName: 'answer', schema }, 'words');
  expect(await cpuTimeOf(() => expect(read).toThrow('not JSON'), 50)).toBeLessThan(200);
});

test.each([
  ['objects', '{},'],
  ['values', '1,'],
  ['lists', '[],'],
])('an object of many %s is not checked', (_what, part) => {
  const list = z.object({ items: z.array(z.object({ a: z.string(), b: z.string() })) });
  const read = (count: number) => () =>
    readObject(
      `{"items":[${part.repeat(count)}${part.slice(0, -1)}]}`,
      { ...request(), schemaName: 'answer', schema: list },
      'words',
    );
  expect(read(1_000)).not.toThrow();
  expect(read(4_000)).toThrow('not JSON');
});

test.each([
  ['in a fence', '```json\n{"text":"a"}\n```'],
  ['in a fence with spaces', 'Here:\n``` json \n\n  {"text":"a"}\n\n  ```\nDone.'],
])('an object %s is found', (_where, text) => {
  expect(readObject(text, { ...request(), schemaName: 'answer', schema }, 'words')).toEqual({ text: 'a' });
});

test('reasoning without its first tag is looked through once', async () => {
  const time = await cpuTimeOf(() => {
    const filter = reasoningFilter(true);
    for (let chunk = 0; chunk < 20_000; chunk += 1) filter.next('some words and');
  }, 100);
  expect(time).toBeLessThan(1_000);
});
