import { beforeAll, describe, expect, test } from '@jest/globals';
import { _iterSSEMessages } from 'openai/core/streaming';
import {
  createMessage,
  history,
  OPTIONS,
  OUTPUT_PATH,
  type Output,
  openOutput,
  readOutput,
  write,
} from '../environment/ai-writer.ts';
import { withDatabase } from '../environment/database.ts';
import { expectError } from '../environment/http.ts';
import { startOwnApi } from '../environment/own-api.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

const PRICE = 4;
const TWO = { maximum_length: 100, number_of_results: 2 };

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

/** A new partner, so that no other test spends its credits. */
const ownPartner = () => createPartner({ credits: 100 });

const creditsOf = async (of: Partner) => {
  const { balance, held } = (await usageOf(of)).credits;
  return { spent: 100 - balance, held };
};

const onlyOutput = async (of: Partner) => (await history(of))[0]?.attributes.outputs[0];

/** A message of two texts, the second of which fails at the provider. */
async function failingSecond(of: Partner, kind: 'hang' | 'error'): Promise<{ id: number; mend: () => Promise<void> }> {
  const tone = marker();
  const match = `${tone}\nVariant: 2 of 2`;
  await addFault({ kind, match });
  const { message_id } = await createMessage(of, 'Audit trails', { tone_of_voice_custom: tone });
  return { id: message_id, mend: () => removeFaults(match) };
}

function expectDone({ events }: Output): void {
  expect(events.filter(({ data }) => data === '[DONE]')).toEqual([events.at(-1)]);
}

function errorOf({ events }: Output): unknown {
  const [error, ...more] = events.filter(({ event }) => event === 'error');
  expect(more).toEqual([]);
  return error && JSON.parse(error.data);
}

describe('a stream', () => {
  test('is read alike by an EventSource and by the official client of OpenAI', async () => {
    const { message_id } = await createMessage(partner, 'Data warehouses\nand lakes', { maximum_length: 300 });
    const response = await openOutput(partner, message_id, { maximum_length: 300, number_of_results: 2 });
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const output = await readOutput(response.clone());
    expectDone(output);
    const texts: string[] = [];
    for await (const { event, data } of _iterSSEMessages(response, new AbortController())) {
      if (event === null && data !== '[DONE]') texts.push(data);
    }
    expect(texts.join('')).toBe(output.text);
    expect((await onlyOutput(partner))?.results.join('\n\n')).toBe(output.text);
    expect(output.text).toContain('\n');
    expect(output.events.length).toBeGreaterThan(20);
  });

  test('comes to a client that is slow to read', async () => {
    const { message_id } = await createMessage(partner, 'Patience');
    const response = await openOutput(partner, message_id, { maximum_length: 500 });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let raw = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      raw += decoder.decode(value, { stream: true });
      await new Promise(setImmediate);
    }
    expect((await readOutput(new Response(raw))).text).toBe((await onlyOutput(partner))?.results[0]);
  });
});

describe('a provider that fails', () => {
  test('before there is text, fails the request as JSON and costs nothing', async () => {
    const own = await ownPartner();
    const word = marker();
    await addFault({ kind: 'error', match: word, times: 1 });
    const { message_id } = await createMessage(own, word);
    const reply = await own.request('POST /aiwriter/generate-output', {
      body: { message_id, creativity: 0.5, maximum_length: 100, number_of_results: 1 },
    });
    expectError(reply, 'SERVER_ERROR');
    expect(await creditsOf(own)).toEqual({ spent: 0, held: 0 });
    expect(await onlyOutput(own)).toMatchObject({ status: 'failed', results: [], credits_charged: null });
    expect((await write(own, message_id, { creativity: 0.5, maximum_length: 100 })).text).not.toBe('');
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });

  test('after it has thought for long, fails the stream, which has begun by then', async () => {
    const own = await ownPartner();
    const word = marker();
    await addFault({ kind: 'hang', match: word });
    const { message_id } = await createMessage(own, word);
    const asked = performance.now();
    const response = await openOutput(own, message_id);
    const seconds = (performance.now() - asked) / 1_000;
    expect(response.headers.get('Content-Type')).toBe('text/event-stream');
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(20);
    expect(await creditsOf(own)).toEqual({ spent: 0, held: PRICE });
    await removeFaults(word);
    const broken = await readOutput(response);
    expect(errorOf(broken)).toMatchObject({ success: false, error: { code: 'SERVER_ERROR' } });
    expectDone(broken);
    expect(broken.text).toBe('');
    expect(await creditsOf(own)).toEqual({ spent: 0, held: 0 });
  });

  test('in the middle of a text, ends the stream with an error; a repeat goes on where it ended', async () => {
    const own = await ownPartner();
    const word = marker();
    await addFault({ kind: 'cut_off', how: 'connection', match: word, times: 1 });
    const { message_id } = await createMessage(own, word);
    const broken = await write(own, message_id);
    expectDone(broken);
    expect(errorOf(broken)).toMatchObject({ success: false, error: { code: 'SERVER_ERROR' } });
    expect(broken.text).not.toBe('');
    expect(await onlyOutput(own)).toMatchObject({ status: 'failed', results: [broken.text], credits_charged: null });
    expect(await creditsOf(own)).toEqual({ spent: 0, held: 0 });
    const whole = await write(own, message_id);
    expect(errorOf(whole)).toBeUndefined();
    expect(whole.text.startsWith(broken.text) && whole.text.length > broken.text.length).toBe(true);
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });

  test('after the last piece, ends it so too', async () => {
    const own = await ownPartner();
    const word = marker();
    await addFault({ kind: 'cut_off', how: 'length', match: word, times: 1 });
    const { message_id } = await createMessage(own, word);
    const broken = await write(own, message_id);
    expect(errorOf(broken)).toMatchObject({ error: { code: 'SERVER_ERROR' } });
    expectDone(broken);
    expect(await creditsOf(own)).toEqual({ spent: 0, held: 0 });
  });

  test('at the second text, leaves the first', async () => {
    const own = await ownPartner();
    const { id, mend } = await failingSecond(own, 'error');
    const broken = await write(own, id, TWO);
    expect(errorOf(broken)).toMatchObject({ error: { code: 'SERVER_ERROR' } });
    await mend();
    const whole = await write(own, id, TWO);
    expect(whole.text.startsWith(broken.text)).toBe(true);
    expect(whole.comments).toContain('result 2');
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });
});

describe('a client that leaves', () => {
  test('pays once for what was written, and can have the rest', async () => {
    const own = await ownPartner();
    const { id, mend } = await failingSecond(own, 'hang');
    const leaving = new AbortController();
    const response = await openOutput(own, id, { ...TWO, signal: leaving.signal });
    await response.body?.getReader().read();
    expect(await creditsOf(own)).toEqual({ spent: 0, held: PRICE });
    leaving.abort();
    const stopped = await waitUntil('the output stops', async () => {
      const output = await onlyOutput(own);
      return output?.status === 'stopped' ? output : undefined;
    });
    expect(stopped).toMatchObject({ credits_charged: PRICE, results: [expect.stringMatching(/\w/)] });
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
    await mend();
    const whole = await write(own, id, TWO);
    expect(whole.text.startsWith(stopped.results[0] ?? '-')).toBe(true);
    expectDone(whole);
    expect(await onlyOutput(own)).toMatchObject({ status: 'completed', credits_charged: PRICE });
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });
});

async function revokeKeyOf(own: Partner): Promise<void> {
  const params = { partner_id: own.id, key_id: own.key.id };
  const revoked = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', { params });
  expect(revoked.status).toBe(200);
}

test('a key that is revoked while text comes ends the stream; what was written is paid, and replayed to the next key', async () => {
  const own = await ownPartner();
  const word = marker();
  // Some of the text comes each second, so the stream would go on for long.
  await addFault({ kind: 'slow', delay_ms: 0, chunk_delay_ms: 200, match: word });
  const { message_id } = await createMessage(own, word, { maximum_length: 500 });
  const reader = (await openOutput(own, message_id, { maximum_length: 500 })).body?.getReader();
  await reader?.read();
  await revokeKeyOf(own);
  let raw = '';
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    raw += decoder.decode(value, { stream: true });
  }
  expect(raw).not.toContain('[DONE]');
  const again = partnerWith(own.id, await createKey(own.id));
  const stopped = await waitUntil('the output stops', async () => {
    const output = await onlyOutput(again);
    return output?.status === 'stopped' ? output : undefined;
  });
  expect(stopped).toMatchObject({ credits_charged: PRICE, results: [expect.stringMatching(/\w/)] });
  expect(await creditsOf(again)).toEqual({ spent: PRICE, held: 0 });
  await removeFaults(word);
  const whole = await write(again, message_id, { maximum_length: 500 });
  expect(whole.text.startsWith(stopped.results[0] ?? '-')).toBe(true);
  expectDone(whole);
  expect(await creditsOf(again)).toEqual({ spent: PRICE, held: 0 });
});

test('a key that is revoked while the model thinks ends the stream that it opened, and what was written is kept', async () => {
  const own = await ownPartner();
  const { id, mend } = await failingSecond(own, 'hang');
  const reader = (await openOutput(own, id, TWO)).body?.getReader();
  await reader?.read();
  await revokeKeyOf(own);
  // The provider says nothing, so the stream would stay open; its signal fails the test if it does.
  for (let ended = false; !ended; ) ended = (await reader?.read())?.done ?? true;
  const again = partnerWith(own.id, await createKey(own.id));
  const stopped = await waitUntil('the output stops', async () => {
    const output = await onlyOutput(again);
    return output?.status === 'stopped' ? output : undefined;
  });
  expect(stopped.results).toEqual([expect.stringMatching(/\w/)]);
  expect((await creditsOf(again)).held).toBe(0);
  await mend();
});

test('an API that is killed in the middle is paid nothing, and another goes on where it ended', async () => {
  const own = await ownPartner();
  const { id, mend } = await failingSecond(own, 'hang');
  const api = await startOwnApi();
  try {
    const response = await fetch(`${api.origin}${OUTPUT_PATH}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${own.key.text}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message_id: id, ...OPTIONS, ...TWO }),
    });
    await response.body?.getReader().read();
    const saved = await waitUntil('the first text to be saved', async () => (await onlyOutput(own))?.results[0]);
    await api.kill();
    expect(await creditsOf(own)).toEqual({ spent: 0, held: PRICE });
    // As if most of the time had passed after which another process may write.
    await withDatabase((client) =>
      client.query(`UPDATE writer_output SET claim_until = claim_until - interval '12 seconds' WHERE message_id = $1`, [
        id,
      ]),
    );
    await mend();
    const whole = await write(own, id, TWO);
    expectDone(whole);
    expect(errorOf(whole)).toBeUndefined();
    expect(whole.text.startsWith(saved)).toBe(true);
    expect(await onlyOutput(own)).toMatchObject({ status: 'completed', credits_charged: PRICE });
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  } finally {
    await api.kill();
  }
});

describe('two who ask for the same texts at once', () => {
  test('get the same, which is written and paid once', async () => {
    const own = await ownPartner();
    const { message_id } = await createMessage(own, 'Two at once');
    const [one, two] = await Promise.all(
      [0, 1].map(async (process) => readOutput(await openOutput(own, message_id, { process: process as 0 | 1 }))),
    );
    expect(two?.text).toBe(one?.text);
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });

  test('the second goes on when the first leaves', async () => {
    const own = await ownPartner();
    const { id, mend } = await failingSecond(own, 'hang');
    const leaving = new AbortController();
    const first = await openOutput(own, id, { ...TWO, signal: leaving.signal });
    await first.body?.getReader().read();
    const second = openOutput(own, id, { ...TWO, process: 1 });
    await mend();
    leaving.abort();
    const whole = await readOutput(await second);
    expectDone(whole);
    expect(await onlyOutput(own)).toMatchObject({
      status: 'completed',
      results: [expect.anything(), expect.anything()],
    });
    expect(await creditsOf(own)).toEqual({ spent: PRICE, held: 0 });
  });
});
