import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { createAi } from './openai.ts';
import type { AiPort, AiRequest } from './port.ts';
import { reasoningFilter } from './reasoning.ts';
import { readObject } from './structured.ts';

/** A provider that answers every question with this. */
let answer = '';
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
  answer = 'a'.repeat(5 * 1_048_576);
  await expect(ask()).rejects.toMatchObject({ kind: 'too_long' });
});

test('an object that is nested deeply is no answer', async () => {
  answer = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
  await expect(WAYS['an object']?.()).rejects.toMatchObject({ kind: 'malformed' });
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
