import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { listedSession } from '../../api/dry-run/resource.ts';
import { pageWithRange } from '../../api/resource.ts';
import { agentOf, exchangeIn, sendMessage, sessionIn, sessionOf, startSession } from '../environment/dry-run.ts';
import { expectError, type RouteName, read, send } from '../environment/http.ts';
import { startOwnApi } from '../environment/own-api.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';
import { addFault, type Fault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(180_000);

const LIST: RouteName = 'GET /dry-run/sessions';
const START: RouteName = 'POST /dry-run/sessions/start';
const SHOW: RouteName = 'GET /dry-run/sessions/{token}';
const SAY: RouteName = 'POST /dry-run/sessions/{token}/message';
const PERSONA: RouteName = 'PUT /dry-run/sessions/{token}/persona';
const RESET: RouteName = 'POST /dry-run/sessions/{token}/reset';
const END: RouteName = 'POST /dry-run/sessions/{token}/end';
const OF_AGENT: RouteName = 'POST /agents/audit/{agent}/dry-run-session';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PERSONA_BODY = {
  name: 'Ann',
  role: 'CFO of a retailer',
  goals: 'lower the cost of reporting',
  tone: 'sceptical',
};
/** Tokens of the sandbox's models are free for the operator, so a reply costs the lowest rate; the hold is three times that. */
const RATE = 1;

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const marks: string[] = [];
afterAll(() => Promise.all(marks.map((mark) => removeFaults(mark))));

/** Makes the sandbox AI fail on messages with a word; returns the word. */
async function failing(fault: Omit<Fault, 'match'> & Pick<Fault, 'kind'>): Promise<string> {
  const match = marker();
  marks.push(match);
  await addFault({ ...fault, match });
  return match;
}

const ask = (name: RouteName, token: string, body?: object, from = partner) =>
  from.request(name, { params: { token }, ...(body && { body }) });

describe(START, () => {
  test('starts a session with an agent, without a word said and free of charge', async () => {
    const before = (await usageOf(partner)).credits;
    const agent_id = await agentOf(partner);
    const reply = await partner.request(START, { body: { agent_id, persona: PERSONA_BODY, capability: 'blog_post' } });
    expect(reply.status).toBe(201);
    const session = sessionIn(reply);
    expect(session).toEqual({
      type: 'dry_run_session',
      id: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      attributes: {
        status: 'active',
        agent_id,
        persona: PERSONA_BODY,
        capability: 'blog_post',
        model: null,
        credits_per_500_tokens: RATE,
        messages: [],
        credits_used: 0,
        expires_at: expect.stringMatching(DATETIME),
        ended_at: null,
        created_at: expect.stringMatching(DATETIME),
      },
      links: { self: `/api/v1/dry-run/sessions/${session.id}` },
    });
    const { expires_at, created_at } = session.attributes;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 60_000);
    expect((await usageOf(partner)).credits).toEqual(before);
  });

  test('is repeated under its Idempotency-Key', async () => {
    const body = { agent_id: await agentOf(partner) };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [
      await partner.request(START, { body, headers }),
      await partner.request(START, { body, headers }),
    ];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('refuses agents, jobs, models and personas that it cannot take', async () => {
    const start = (body: object) => partner.request(START, { body });
    const agent_id = await agentOf(partner);
    expectError(await start({ agent_id: await agentOf(other) }), 'FORBIDDEN');
    expectError(await start({ agent_id: 999_999_999 }), 'NOT_FOUND');
    expectError(await start({ agent_id, capability: 'nothing' }), 'NOT_FOUND');
    const details = async (body: object) => Object.keys(expectError(await start(body), 'VALIDATION_ERROR')).sort();
    expect(await details({})).toEqual(['agent_id']);
    expect(await details({ agent_id, capability: 'content_audit' })).toEqual(['capability']);
    expect(await details({ agent_id, model: 'unheard-of' })).toEqual(['model']);
    expect(await details({ agent_id, persona: {} })).toEqual(['persona']);
    expect(await details({ agent_id, persona: { name: 7, goals: [''] }, model: 1 })).toEqual([
      'model',
      'persona.goals.0',
      'persona.name',
    ]);
  });

  test('is for keys with the capability and credentials that manage agents', async () => {
    const key = await createKey(partner.id, { scoped_capabilities: ['blog_post'] });
    const without = partnerWith(partner.id, key);
    expectError(await without.request(START, { body: { agent_id: await agentOf(partner) } }), 'CAPABILITY_NOT_ALLOWED');
    const params = { token: (await startSession(partner)).id };
    for (const name of [PERSONA, RESET, END])
      expectError(await without.request(name, { params, body: { name: 'Bob' } }), 'CAPABILITY_NOT_ALLOWED');
    const narrow = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['dry_run'] }));
    const about = { agent_id: await agentOf(partner), capability: 'blog_post', persona: 7 };
    expectError(await narrow.request(START, { body: about }), 'CAPABILITY_NOT_ALLOWED');
  });
});

describe(OF_AGENT, () => {
  test('starts a session with the agent of the path', async () => {
    const agent = await agentOf(partner, 'analyst');
    const reply = await partner.request(OF_AGENT, { params: { agent }, body: { persona: { name: 'Ann' } } });
    expect(reply.status).toBe(201);
    expect(sessionIn(reply).attributes).toMatchObject({
      agent_id: agent,
      persona: { name: 'Ann', role: null, goals: null, tone: null },
    });
    expectError(await other.request(OF_AGENT, { params: { agent }, body: {} }), 'FORBIDDEN');
    expectError(await partner.request(OF_AGENT, { params: { agent: 999_999_999 }, body: {} }), 'NOT_FOUND');
  });
});

describe(SAY, () => {
  test('gets the reply, which the transcript then has, and costs by its length', async () => {
    const { id } = await startSession(partner, { persona: PERSONA_BODY });
    const before = (await usageOf(partner)).credits;
    const reply = await sendMessage(partner, id, ' How would you present our data warehouse? ');
    expect(reply.status).toBe(200);
    const { data } = exchangeIn(reply);
    expect(data.user_message).toMatchObject({
      role: 'user',
      content: 'How would you present our data warehouse?',
      credits: 0,
    });
    expect(data.reply).toMatchObject({ role: 'assistant', credits: RATE, content: expect.stringMatching(/\w/) });
    const { data: session, meta } = await sessionOf(partner, id);
    expect(session.attributes).toMatchObject({ credits_used: RATE, messages: [data.user_message, data.reply] });
    expect(meta).toMatchObject({ page: 1, total: 2, last_page: 1, from: 1, to: 2 });
    const after = (await usageOf(partner)).credits;
    expect([before.balance - after.balance, after.held]).toEqual([RATE, 0]);
    expect((await usageOf(partner)).by_capability).toContainEqual({ slug: 'dry_run', credits: expect.any(Number) });
  });

  test('ten times at once gets ten replies in their order, whichever process was asked', async () => {
    const { id } = await startSession(partner);
    const numbers = Array.from({ length: 10 }, (_, n) => n);
    const replies = await Promise.all(
      numbers.map((n) => sendMessage(partner, id, `Question ${n}`, {}, { process: n % 2 === 0 ? 0 : 1 })),
    );
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const exchanges = replies.map((reply) => exchangeIn(reply).data);
    const { messages } = (await sessionOf(partner, id)).data.attributes;
    const inOrder = exchanges.toSorted((a, b) => a.user_message.id - b.user_message.id);
    expect(messages).toEqual(inOrder.flatMap(({ user_message, reply }) => [user_message, reply]));
    const answeredAt = inOrder.map(({ reply }) => reply?.created_at ?? '');
    expect(answeredAt).toEqual(answeredAt.toSorted());
    expect((await sessionOf(partner, id, { page: '2', per_page: '15' })).data.attributes.messages).toEqual(
      messages.slice(15),
    );
  });

  test('again under the same client id gets the same reply and is charged once; another text is refused', async () => {
    const { id } = await startSession(partner);
    const once = { client_message_id: 'first' };
    const replies = await Promise.all([
      sendMessage(partner, id, 'Hello', once),
      sendMessage(partner, id, 'Hello', once),
    ]);
    replies.push(await sendMessage(partner, id, 'Hello', once));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expectError(await sendMessage(partner, id, 'Hello?', once), 'CONFLICT');
    expect((await sessionOf(partner, id)).data.attributes.credits_used).toBe(RATE);
  });

  test('refuses what is blank, absent or too long, and strangers', async () => {
    const { id } = await startSession(partner);
    expectError(await sendMessage(partner, id, ' \n '), 'PRECONDITION_FAILED');
    expectError(await ask(SAY, id, {}), 'VALIDATION_ERROR');
    expectError(await sendMessage(partner, id, 'x'.repeat(4_001)), 'VALIDATION_ERROR');
    expectError(await sendMessage(partner, id, 'Hello', { client_message_id: '' }), 'VALIDATION_ERROR');
    expectError(await sendMessage(other, id, 'Hello'), 'FORBIDDEN');
    for (const token of ['x'.repeat(48), 'x', '1', 'é'.repeat(48)]) {
      expectError(await sendMessage(partner, token, 'Hello'), 'NOT_FOUND');
    }
    expect((await sessionOf(partner, id)).meta.total).toBe(0);
  });

  test('needs credits for the longest reply, within the cap of the key', async () => {
    const poor = await createPartner({ credits: 3 * RATE - 1 });
    const { id } = await startSession(poor);
    const details = expectError(await sendMessage(poor, id, 'Hello'), 'NO_CREDITS');
    expect(details['required']).toEqual([expect.stringContaining('3 credits')]);
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: 3 * RATE - 1 }));
    const session = await startSession(capped);
    expectError(await sendMessage(capped, session.id, 'Hello'), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    expect((await sessionOf(poor, id)).meta.total).toBe(0);
  });

  test('costs nothing with a sandbox key, whose sessions are its own', async () => {
    const sandbox = partnerWith(partner.id, await createKey(partner.id, { sandbox: true }));
    const session = await startSession(sandbox);
    expect(session.attributes.sandbox).toBe(true);
    expect(exchangeIn(await sendMessage(sandbox, session.id, 'Hello')).data.reply?.credits).toBe(0);
    expectError(await sendMessage(partner, session.id, 'Hello'), 'CONFLICT');
  });

  test('that a guardrail forbids to answer gets a sentence about it, free of charge', async () => {
    const { id } = await startSession(partner);
    const match = await failing({ kind: 'obey' });
    const { reply } = exchangeIn(
      await sendMessage(partner, id, `${match}: answer "Write to jane.doe@example.com"`),
    ).data;
    expect(reply).toMatchObject({ credits: 0, content: expect.stringMatching(/withheld the reply.*email address/) });
    expect(reply?.content).not.toContain('jane.doe');
  });

  test('that the AI declines fails without a charge, and can be sent again under its id', async () => {
    const { id } = await startSession(partner);
    const match = await failing({ kind: 'refuse' });
    const once = { client_message_id: 'declined' };
    const refused = await sendMessage(partner, id, `Hello ${match}`, once);
    expectError(refused, 'SERVER_ERROR');
    expect(refused.text).toMatch(/declined to reply.*Nothing was charged/);
    await removeFaults(match);
    expect((await sendMessage(partner, id, `Hello ${match}`, once)).status).toBe(200);
    expect((await sessionOf(partner, id)).data.attributes.credits_used).toBe(RATE);
  });

  test('that takes longer than a request waits is answered with 202, and its reply is there later', async () => {
    await using impatient = await startOwnApi(() => ({ REQUEST_WAIT_SECONDS: '3' }));
    const { id } = await startSession(partner);
    const match = await failing({ kind: 'slow', delay_ms: 5_000, times: 1 });
    const once = { client_message_id: 'slow' };
    const [slow, key] = [`Hello ${match}`, { 'Idempotency-Key': crypto.randomUUID() }];
    const waiting = sendMessage(partner, id, slow, once, { headers: key, origin: impatient.origin });
    await waitUntil('the message', async () => (await sessionOf(partner, id)).meta.total === 1);
    // Requests that arrive meanwhile wait for the reply.
    const [first, persona] = await Promise.all([waiting, ask(PERSONA, id, { name: 'Bob' })]);
    expect(first.status).toBe(202);
    expect(exchangeIn(first)).toEqual({
      data: { user_message: expect.objectContaining({ content: slow }) },
      meta: { status: 'pending' },
    });
    expect([200, 202]).toContain(persona.status);
    const again = await sendMessage(partner, id, slow, once, { headers: key });
    expect(again.status).toBe(200);
    expect(exchangeIn(again).data.user_message).toEqual(exchangeIn(first).data.user_message);
    await waitUntil('the persona', async () => (await sessionOf(partner, id)).data.attributes.persona?.name === 'Bob');
    expect((await sessionOf(partner, id)).data.attributes).toMatchObject({ credits_used: RATE });
  });

  test('with a key that was revoked is refused, while what it said before is answered', async () => {
    const key = await createKey(partner.id);
    const { id } = await startSession(partner);
    const match = await failing({ kind: 'slow', delay_ms: 2_000, times: 1 });
    const waiting = sendMessage(partnerWith(partner.id, key), id, `Hello ${match}`);
    await waitUntil('the message', async () => (await sessionOf(partner, id)).meta.total === 1);
    const params = { partner_id: partner.id, key_id: key.id };
    await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', { params, body: {} });
    expectError(await sendMessage(partnerWith(partner.id, key), id, 'Hello'), 'UNAUTHORIZED');
    expect((await waiting).status).toBe(200);
    expect((await sessionOf(partner, id)).meta.total).toBe(2);
  });
});

describe('a session', () => {
  test('changes its persona and begins anew, as often as one likes', async () => {
    const { id } = await startSession(partner, { persona: PERSONA_BODY });
    await sendMessage(partner, id, 'Hello');
    const changed = await ask(PERSONA, id, { name: 'Bob', goals: ['speed', 'safety'] });
    expect(changed.status).toBe(200);
    expect(sessionIn(changed).attributes).toMatchObject({
      persona: { name: 'Bob', role: null, goals: ['speed', 'safety'], tone: null },
      messages: [{ role: 'user' }, { role: 'assistant' }],
    });
    const reset = await ask(RESET, id);
    expect(reset.status).toBe(200);
    expect(sessionIn(reset).attributes).toMatchObject({ messages: [], persona: { name: 'Bob' }, credits_used: RATE });
    expect((await sendMessage(partner, id, 'Hello again')).status).toBe(200);
    expect((await sessionOf(partner, id)).meta.total).toBe(2);
    expect(Object.keys(expectError(await ask(PERSONA, id, {}), 'VALIDATION_ERROR'))).toEqual(['body']);
  });

  test('ends with a scored summary, and takes nothing more', async () => {
    const { id } = await startSession(partner);
    await sendMessage(partner, id, 'Hello');
    const ended = await ask(END, id);
    expect(ended.status).toBe(200);
    const { attributes } = sessionIn(ended);
    expect(attributes).toMatchObject({
      status: 'ended',
      ended_at: expect.stringMatching(DATETIME),
      summary: { score: expect.any(Number), messages: 1, replies: 1, failed: 0, credits_used: RATE },
    });
    const points = attributes.summary?.criteria.reduce((sum, criterion) => sum + criterion.points, 0);
    expect(attributes.summary?.score).toBe(points);
    expectError(await sendMessage(partner, id, 'Too late'), 'CONFLICT');
    expectError(await ask(PERSONA, id, { name: 'Bob' }), 'CONFLICT');
    expectError(await ask(RESET, id), 'CONFLICT');
    expectError(await ask(END, id), 'CONFLICT');
    expect((await sessionOf(partner, id)).data.attributes).toEqual(attributes);
  });

  test('that is ended while messages wait gives each its reply first', async () => {
    const { id } = await startSession(partner);
    const match = await failing({ kind: 'slow', delay_ms: 2_000, times: 1 });
    const waiting = sendMessage(partner, id, `Hello ${match}`);
    await waitUntil('the message', async () => (await sessionOf(partner, id)).meta.total === 1);
    const endRequests = [ask(END, id), ask(END, id)];
    // The second request finds the session about to end.
    expectError(await Promise.race(endRequests), 'CONFLICT');
    expectError(await sendMessage(partner, id, 'Too late'), 'CONFLICT');
    expect((await waiting).status).toBe(200);
    const ended = (await Promise.all(endRequests)).find(({ status }) => status === 200);
    expect(ended && sessionIn(ended).attributes).toMatchObject({
      status: 'ended',
      messages: [{ role: 'user' }, { role: 'assistant' }],
      summary: { replies: 1 },
    });
  });

  test('is seen by its partner alone', async () => {
    const { id } = await startSession(partner);
    expectError(await ask(SHOW, id, undefined, other), 'FORBIDDEN');
    for (const name of [PERSONA, RESET, END]) expectError(await ask(name, id, { name: 'Eve' }, other), 'FORBIDDEN');
    expectError(await ask(SHOW, 'x'.repeat(48)), 'NOT_FOUND');
    for (const name of [PERSONA, RESET, END]) expectError(await ask(name, 'x'.repeat(48), {}), 'NOT_FOUND');
  });
});

describe(LIST, () => {
  test('has the sessions of the partner, newest first, without what was said', async () => {
    const fresh = await createPartner();
    const [first, second] = [await startSession(fresh), await startSession(fresh)];
    await ask(END, first.id, {}, fresh);
    const list = async (query: Record<string, string> = {}) =>
      read(await fresh.request(LIST, { query }), pageWithRange(listedSession).schema);
    const { data, meta } = await list();
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(data[0]?.attributes).not.toHaveProperty('messages');
    expect(meta).toMatchObject({ total: 2, current_page: 1, from: 1, to: 2 });
    expect((await list({ status: 'ended' })).data.map(({ id }) => id)).toEqual([first.id]);
    expect((await list({ page: '2', per_page: '1' })).data.map(({ id }) => id)).toEqual([first.id]);
    expectError(await fresh.request(LIST, { query: { agent_id: String(await agentOf(other)) } }), 'FORBIDDEN');
  });
});

test('all of it is served without the version, too', async () => {
  const { id } = await startSession(partner);
  const key = partner.key.text;
  for (const [method, path, body] of [
    ['GET', '/dry-run/sessions/', undefined],
    ['GET', `/dry-run/sessions/${id}`, undefined],
    ['POST', `/dry-run/sessions/${id}/reset`, {}],
    ['POST', `/agents/audit/${await agentOf(partner)}/dry-run-session`, {}],
  ] as const) {
    const reply = await send(method, `/api${path}`, { key, body });
    expect([200, 201]).toContain(reply.status);
    expect(reply.headers.get('Deprecation')).toBe('true');
    expect(reply.headers.get('Link')).toContain('rel=successor-version');
  }
});
