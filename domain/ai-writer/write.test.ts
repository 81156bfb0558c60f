import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AiError, type AiRequest } from '../../infra/ai/port.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { grantCredits } from '../credits/ledger.ts';
import { readAccount } from '../credits/store.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { perform } from '../kernel/step.ts';
import { createMessage } from './operations/create-message.ts';
import { stopLapsedOutputs } from './steps/housekeeping.ts';
import type { WriterMessageRow, WriterOutputRow } from './table.ts';
import { type Piece, readOutput } from './write.ts';

const PRICE = 4;
const OPTIONS = { creativity: 0.5, maximum_length: 100, number_of_results: 1 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The service with an AI that streams these chunks. */
function streaming(chunks: (request: AiRequest) => AsyncGenerator<string>): Deps {
  return { ...service.deps, ai: { ...service.deps.ai, streamText: chunks } };
}

async function asked(): Promise<{ call: Call; message: WriterMessageRow }> {
  const partner = await service.createPartner();
  const grant = { partnerId: partner.id, kind: 'grant', amount: 100, reference: 'test', reason: 'test' } as const;
  await service.deps.transaction(service.admin, (tx) => grantCredits(tx, grant));
  const { call } = await service.createKey(partner);
  const input = { post_type: 'post_generator', description: 'Data' };
  return { call, message: await service.run(call, createMessage, { input }) };
}

const accountOf = (call: Call) => readAccount(service.deps.db, partnerOf(call));

async function outputOf({ id }: WriterMessageRow): Promise<WriterOutputRow | undefined> {
  const [row] = await service.deps.db.query('SELECT * FROM writer_output WHERE message_id = $1', [id]);
  return row;
}

async function textOf(pieces: AsyncIterable<Piece>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += 'text' in piece ? piece.text : '\n\n';
  return text;
}

/** Simulates that the writing process died a while ago. */
async function lapse({ id }: WriterMessageRow): Promise<void> {
  await service.deps.db.query(
    "UPDATE writer_output SET claim_until = clock_timestamp() - interval '1 second' WHERE message_id = $1",
    [id],
  );
}

test('a text of which nothing is visible is none, and not charged', async () => {
  const { call, message } = await asked();
  const deps = streaming(async function* () {
    yield '\u200b ';
    yield '\u2060\n';
  });
  await expect(textOf(readOutput(deps, call, message, OPTIONS))).rejects.toThrow();
  expect(await outputOf(message)).toMatchObject({ status: 'failed' });
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
});

test('asks the provider for no more than the reader takes', async () => {
  const { call, message } = await asked();
  let made = 0;
  const deps = streaming(async function* () {
    for (;;) {
      made += 1;
      yield 'word ';
    }
  });
  const pieces = readOutput(deps, call, message, OPTIONS);
  for (let taken = 1; taken <= 50; taken += 1) {
    await pieces.next();
    expect(made).toBe(taken);
  }
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: PRICE });
  await pieces.return(undefined);
  expect(made).toBe(50);
  expect(await outputOf(message)).toMatchObject({
    status: 'stopped',
    results: ['word '.repeat(50)],
    credits_charged: 4,
  });
  expect(await accountOf(call)).toMatchObject({ balance: 100 - PRICE, held: 0 });
});

test('stops the provider when the reader leaves while it is silent, and charges nothing for nothing', async () => {
  const { call, message } = await asked();
  const leaving = new AbortController();
  let signalled = false;
  const deps = streaming(async function* ({ signal }) {
    setImmediate(() => leaving.abort());
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    signalled = true;
    yield* [];
    throw signal.reason;
  });
  const pieces = readOutput(deps, { ...call, signal: leaving.signal }, message, OPTIONS);
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect({ signalled, account: await accountOf(call) }).toMatchObject({
    signalled: true,
    account: { balance: 100, held: 0 },
  });
  expect(await outputOf(message)).toMatchObject({ status: 'stopped', results: [], credits_charged: null });
});

test('ends when a provider goes on for ever without a word, and charges nothing', async () => {
  const { call, message } = await asked();
  let hasEnded = false;
  const deps = streaming(async function* ({ signal }) {
    yield 'A word';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    hasEnded = true;
    throw signal.reason;
  });
  await expect(textOf(readOutput(deps, call, message, OPTIONS, 50))).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    message: expect.stringContaining('did not answer in time'),
  });
  expect(hasEnded).toBe(true);
  expect(await outputOf(message)).toMatchObject({ status: 'failed', results: ['A word'] });
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
});

test('keeps carriage returns out of the text', async () => {
  const { call, message } = await asked();
  const deps = streaming(async function* () {
    yield* ['one\r', '\ntwo', '\r'];
  });
  expect(await textOf(readOutput(deps, call, message, OPTIONS))).toBe('one\ntwo');
});

test('takes an empty answer for a failure', async () => {
  const { call, message } = await asked();
  const deps = streaming(async function* () {
    yield* [' ', '\n'];
  });
  const reading = textOf(readOutput(deps, call, message, OPTIONS));
  expect(await codeOf(reading)).toBe('SERVER_ERROR');
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
});

test('asks only for the rest of what broke off', async () => {
  const { call, message } = await asked();
  const prompts: string[] = [];
  const deps = streaming(async function* ({ prompt, idempotencyKey }) {
    prompts.push(prompt);
    yield prompts.length === 1 ? 'It began wi' : 'th data.';
    if (prompts.length === 1) throw new AiError('cut_off', `broke off ${idempotencyKey}`);
  });
  expect(await codeOf(textOf(readOutput(deps, call, message, OPTIONS)))).toBe('SERVER_ERROR');
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
  expect(await textOf(readOutput(deps, call, message, OPTIONS))).toBe('It began with data.');
  expect(prompts[0]).not.toContain('Earlier work:');
  expect(prompts[1]?.endsWith('Earlier work:\n### text (write)\nIt began wi')).toBe(true);
  expect(await textOf(readOutput(deps, call, message, OPTIONS))).toBe('It began with data.');
  expect(prompts).toHaveLength(2);
  expect(await accountOf(call)).toMatchObject({ balance: 100 - PRICE, held: 0 });
});

describe('when a process dies in the middle', () => {
  const endless = () =>
    streaming(async function* () {
      for (;;) yield 'lost ';
    });
  const short = () =>
    streaming(async function* () {
      yield 'whole';
    });

  test('the worker gives the credits back, once', async () => {
    const { call, message } = await asked();
    const dead = readOutput(endless(), call, message, OPTIONS);
    await dead.next();
    expect(await perform(service.deps, stopLapsedOutputs, {})).toEqual({ stopped: 0 });
    await lapse(message);
    expect(await perform(service.deps, stopLapsedOutputs, {})).toEqual({ stopped: 1 });
    expect(await perform(service.deps, stopLapsedOutputs, {})).toEqual({ stopped: 0 });
    expect(await outputOf(message)).toMatchObject({ status: 'stopped', credits_charged: null, held: false });
    expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
    // The old process was only slow: its writes no longer have an effect.
    await dead.return(undefined);
    expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
    expect(await textOf(readOutput(short(), call, message, OPTIONS))).toBe('whole');
    expect(await accountOf(call)).toMatchObject({ balance: 100 - PRICE, held: 0 });
  });

  test('one that cannot be ended keeps no other from it', async () => {
    const [broken, other] = [await asked(), await asked()];
    for (const { call, message } of [broken, other]) {
      await readOutput(endless(), call, message, OPTIONS).next();
      await lapse(message);
    }
    const stop = () => perform(service.deps, stopLapsedOutputs, {});
    const refused = { table: 'writer_output', when: `NEW.message_id = ${broken.message.id}` };
    await refusingRows(service.dataSource, refused, async () => {
      await expect(stop()).rejects.toMatchObject({ errors: [expect.objectContaining({ message: 'refused' })] });
      expect([(await accountOf(broken.call)).held, (await accountOf(other.call)).held]).toEqual([PRICE, 0]);
    });
    expect(await stop()).toEqual({ stopped: 1 });
    expect((await accountOf(broken.call)).held).toBe(0);
  });

  test('the next reader takes over with the credits that are held', async () => {
    const { call, message } = await asked();
    const dead = readOutput(endless(), call, message, OPTIONS);
    await dead.next();
    await lapse(message);
    expect(await textOf(readOutput(short(), call, message, OPTIONS))).toBe('whole');
    await dead.return(undefined);
    expect(await outputOf(message)).toMatchObject({ status: 'completed', results: ['whole'], credits_charged: PRICE });
    expect(await accountOf(call)).toMatchObject({ balance: 100 - PRICE, held: 0 });
  });
});

test('gives the credits back when the service stops in the middle, and goes on later', async () => {
  const { call, message } = await asked();
  const stopping = new AbortController();
  const deps = {
    ...streaming(async function* () {
      yield 'half ';
      stopping.abort();
      throw stopping.signal.reason;
    }),
    stopping: stopping.signal,
  };
  expect(await textOf(readOutput(deps, { ...call, signal: stopping.signal }, message, OPTIONS))).toBe('half ');
  expect(await outputOf(message)).toMatchObject({ status: 'stopped', results: ['half '], credits_charged: null });
  expect(await accountOf(call)).toMatchObject({ balance: 100, held: 0 });
});

test('a new text by a premium template needs the plan, and a repeat of one that was begun does not', async () => {
  const { call } = await asked();
  const planIs = (plan: string) =>
    service.deps.db.query('UPDATE partner SET plan = $2 WHERE id = $1', [partnerOf(call), plan]);
  await planIs('business');
  const input = { post_type: 'article_generator', article_title: 'Data', focus_keywords: 'data' };
  const message = await service.run(call, createMessage, { input });
  const deps = streaming(async function* () {
    yield 'Text.';
  });
  expect(await textOf(readOutput(deps, call, message, OPTIONS))).toBe('Text.');
  await planIs('starter');
  expect(await textOf(readOutput(deps, call, message, OPTIONS))).toBe('Text.');
  const other = { ...OPTIONS, creativity: 0.6 };
  expect(await codeOf(textOf(readOutput(deps, call, message, other)))).toBe('FORBIDDEN');
  const rows = await service.deps.db.query('SELECT FROM writer_output WHERE message_id = $1', [message.id]);
  expect(rows).toHaveLength(1);
});
