import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { EventSourceMessage } from 'eventsource-parser';
import { exchangeIn, follow, sendMessage, sessionOf, startSession } from '../environment/dry-run.ts';
import { expectError, send } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, requestAsAdmin } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

/** Credits of a reply by the sandbox's model. */
const RATE = 1;
const EVENTS = { Accept: 'text/event-stream' };

let partner: Partner;
/** In messages that the AI answers word by word. */
const slow = marker();
beforeAll(async () => {
  partner = await createPartner();
  await addFault({ kind: 'slow', match: slow, delay_ms: 0, chunk_delay_ms: 60 });
});
afterAll(() => removeFaults(slow));

/** What a client shows that applies the events. */
function textOf(events: readonly EventSourceMessage[]): string {
  return events.reduce((text, { event, data }) => {
    if (event === 'restart') return '';
    return event === 'text' ? text + JSON.parse(data).text : text;
  }, '');
}

const hasText = (events: readonly EventSourceMessage[]) => events.some(({ event }) => event === 'text');

describe('a reply as events', () => {
  test('comes while it is written; its last event is what JSON is answered with, at the same price', async () => {
    const { id } = await startSession(partner);
    const once = { client_message_id: 'followed' };
    const stream = await follow(partner, id, `Tell me all of it, ${slow}`, once);
    await stream.ended;
    const names = stream.events.map(({ event }) => event);
    expect(names.filter((name) => name === 'text').length).toBeGreaterThan(2);
    expect([names[0], names.at(-1)]).toEqual(['user_message', 'answer']);
    const answer = JSON.parse(stream.events.at(-1)?.data ?? '');
    expect(JSON.parse(stream.events[0]?.data ?? '')).toEqual(answer.data.user_message);
    expect(textOf(stream.events)).toBe(answer.data.reply.content);
    expect(exchangeIn(await sendMessage(partner, id, `Tell me all of it, ${slow}`, once))).toEqual(answer);
    const { attributes } = (await sessionOf(partner, id)).data;
    expect(attributes).toMatchObject({ credits_used: RATE, messages: [{ role: 'user' }, { role: 'assistant' }] });
  });

  test('is written and charged though the client leaves, who gets it under the same id', async () => {
    const { id } = await startSession(partner);
    const once = { client_message_id: 'left' };
    const stream = await follow(partner, id, `Hello ${slow}`, once);
    await stream.until(hasText);
    stream.leave();
    const again = await follow(partner, id, `Hello ${slow}`, once);
    await again.ended;
    const { attributes } = (await sessionOf(partner, id)).data;
    expect(attributes).toMatchObject({ credits_used: RATE, messages: [{}, { content: textOf(again.events) }] });
  });

  test('ends with its credential, while the reply is written on', async () => {
    const key = await createKey(partner.id);
    const { id } = await startSession(partner);
    const stream = await follow(partnerWith(partner.id, key), id, `Hello ${slow}`);
    await stream.until((events) => events.length > 0);
    const params = { partner_id: partner.id, key_id: key.id };
    await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', { params, body: {} });
    await stream.ended;
    expect(stream.events.map(({ event }) => event)).not.toContain('answer');
    await waitUntil('the reply', async () => (await sessionOf(partner, id)).meta.total === 2);
  });

  test('that is none is an error, and free', async () => {
    const { id } = await startSession(partner);
    const refused = marker();
    await addFault({ kind: 'refuse', match: refused });
    const stream = await follow(partner, id, `Hello ${refused}`);
    await stream.ended;
    await removeFaults(refused);
    expect(stream.events.map(({ event }) => event)).toEqual(['user_message', 'error']);
    expect(JSON.parse(stream.events.at(-1)?.data ?? '')).toMatchObject({
      success: false,
      error: { code: 'SERVER_ERROR', message: expect.stringMatching(/declined to reply/) },
    });
    expect((await sessionOf(partner, id)).data.attributes).toMatchObject({ credits_used: 0, messages: [] });
  });

  test('is refused as JSON would be', async () => {
    const { id } = await startSession(partner);
    expectError(await sendMessage(partner, id, ' \u200B', {}, { headers: EVENTS }), 'PRECONDITION_FAILED');
    expectError(await sendMessage(partner, 'x'.repeat(48), 'Hello', {}, { headers: EVENTS }), 'NOT_FOUND');
    const keyed = { ...EVENTS, 'Idempotency-Key': crypto.randomUUID() };
    expect(
      Object.keys(expectError(await sendMessage(partner, id, 'Hello', {}, { headers: keyed }), 'VALIDATION_ERROR')),
    ).toEqual(['Idempotency-Key']);
    expect((await sessionOf(partner, id)).meta.total).toBe(0);
  });

  test('is given under the path without the version, too, and only to those who would rather have it', async () => {
    const { id } = await startSession(partner);
    const path = `/api/dry-run/sessions/${id}/message`;
    const ask = (Accept: string) =>
      send('POST', path, { key: partner.key.text, body: { message: 'Hello' }, headers: { Accept } });
    const legacy = await ask('text/event-stream');
    expect(legacy.headers.get('Deprecation')).toBe('true');
    expect(legacy.headers.get('Content-Type')).toBe('text/event-stream');
    expect((await ask('application/json, text/event-stream')).headers.get('Content-Type')).toMatch(
      /^application\/json/,
    );
  });
});
