import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readEvents } from '../environment/events.ts';
import { assetsOf, complete, ended, execute, executionOf } from '../environment/executions.ts';
import { expectError, type Reply, type RouteName, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

const TOPIC = 'Moving a billing system to the cloud';
const QUICK = { settings: { content: 'A short text about billing.' } };

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner({ credits: 10_000 }), createPartner()]);
});

function cancel(from: Partner, id: number): Promise<Reply> {
  return from.request('POST /content-workflow/executions/{id}/cancel', { params: { id } });
}

function retry(from: Partner, id: number): Promise<Reply> {
  return from.request('POST /content-workflow/executions/{id}/retry', { params: { id } });
}

function archive(from: Partner, id: number): Promise<Reply> {
  return from.request('POST /content-workflow/executions/{id}/archive', { params: { id } });
}

function idIn(reply: Reply): number {
  return read(reply, z.object({ data: z.object({ id: z.int() }) })).data.id;
}

/** An execution that waits for the AI until it is cancelled. */
async function hanging(from: Partner): Promise<number> {
  const audience = marker();
  await addFault({ kind: 'hang', match: audience });
  return execute(from, 'blog_post', { settings: { topic: TOPIC, audience } });
}

/** A campaign whose research, blog post and social posts are finished, and whose emails wait for the AI. */
async function halfDone(from: Partner): Promise<{ id: number; match: string }> {
  const audience = marker();
  const match = `Deliverable: email_draft\nItems: 3\nLength: 70-220 words\nLanguage: en\nAudience: ${audience}`;
  await addFault({ kind: 'hang', match });
  const id = await execute(from, 'campaign_launch', { settings: { topic: TOPIC, audience } });
  await waitUntil(
    'the finished steps',
    () => executionOf(from, id),
    ({ attributes: { step_results: results } }) =>
      results.filter(({ key, status }) => ['blog', 'social'].includes(key) && status === 'completed').length === 2,
  );
  return { id, match };
}

describe.each<RouteName>([
  'POST /content-workflow/executions/{id}/cancel',
  'POST /content-workflow/executions/{id}/retry',
  'POST /content-workflow/executions/{id}/archive',
  'GET /content-workflow/executions/{id}/events',
])('%s', (name) => {
  test('refuses another partner’s execution and unknown ones', async () => {
    const id = await execute(partner, 'tone_analysis', QUICK);
    expectError(await other.request(name, { params: { id } }), 'FORBIDDEN');
    expectError(await other.request(name, { params: { id: 999_999_999 } }), 'NOT_FOUND');
    await ended(partner, id);
  });
});

describe('cancel', () => {
  test('ends an open execution at once and gives the credits back', async () => {
    const canceller = await createPartner({ credits: 10 });
    const id = await hanging(canceller);
    expect((await usageOf(canceller)).credits).toMatchObject({ balance: 10, held: 10, available: 0 });
    const reply = await cancel(canceller, id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ data: { id, attributes: { status: 'cancelled', credits_used: 0 } } });
    expect((await usageOf(canceller)).credits).toMatchObject({ balance: 10, held: 0, available: 10, used_today: 0 });
    expect((await executionOf(canceller, id)).attributes).toMatchObject({ status: 'cancelled', error_message: null });
    expect(await assetsOf(canceller, id)).toEqual([]);
  });

  test('of two at once one succeeds and one comes too late', async () => {
    const id = await hanging(partner);
    const replies = await Promise.all([cancel(partner, id), cancel(partner, id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const reply of replies) if (reply.status === 409) expectError(reply, 'CONFLICT');
  });

  test('comes too late for an execution that has ended', async () => {
    const { id } = await complete(partner, 'tone_analysis', QUICK);
    expectError(await cancel(partner, id), 'CONFLICT');
    expect((await executionOf(partner, id)).attributes.status).toBe('completed');
  });
});

describe('half an answer', () => {
  test('with a finish reason that is not known is no text: nothing is on the board, and nothing is charged', async () => {
    const owner = await createPartner();
    const audience = marker();
    await addFault({ kind: 'cut_off', how: 'length', finish_reason: 'model_length', match: audience });
    const id = await execute(owner, 'blog_post', { settings: { topic: TOPIC, audience } });
    const { attributes } = await ended(owner, id);
    await removeFaults(audience);
    expect(attributes).toMatchObject({ status: 'failed', credits_used: 0, generated_assets: [], waiting: null });
    expect(attributes.error_message).toMatch(/longer than the AI model can read\. Nothing was charged/);
    expect(await usageOf(owner)).toMatchObject({ credits: { held: 0, used_today: 0 } });
  });
});

describe('retry', () => {
  test('takes finished steps over, and is paid once in full, since the cancelled execution has cost nothing', async () => {
    const retrier = await createPartner({ credits: 80 });
    const { id, match } = await halfDone(retrier);
    expect((await cancel(retrier, id)).status).toBe(200);
    await removeFaults(match);
    const first = (await executionOf(retrier, id)).attributes;
    const finished = first.step_results.filter(({ status }) => status === 'completed').map(({ key }) => key);
    expect(finished).toEqual(expect.arrayContaining(['research', 'blog', 'social']));
    expect(finished).not.toContain('emails');
    expect(first.step_results).toContainEqual(expect.objectContaining({ key: 'emails', status: 'cancelled' }));

    const reply = await retry(retrier, id);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ data: { attributes: { status: 'pending', retried_from: id } } });
    const again = (await ended(retrier, idIn(reply))).attributes;
    expect(again).toMatchObject({ status: 'completed', credits_used: 40, retried_from: id });
    for (const { key, reused_from, status, attempts, completed_at } of again.step_results) {
      const before = first.step_results.find((step) => step.key === key);
      const reused = { reused_from: id, attempts: before?.attempts, completed_at: before?.completed_at };
      const done = { key, status, reused_from, attempts, completed_at };
      expect(done).toMatchObject({
        key,
        status: 'completed',
        ...(finished.includes(key) ? reused : { reused_from: null }),
      });
    }
    const made = again.generated_assets.map((asset) => asset.attributes.content_type);
    expect(made.filter((type) => type === 'blog_post')).toHaveLength(1);
    expect(made.filter((type) => type === 'email_draft')).toHaveLength(3);
    expect(made.filter((type) => type === 'social_post')).toHaveLength(4);
    expect((await usageOf(retrier)).credits).toMatchObject({ balance: 40, held: 0 });
  });

  test('is for failed and cancelled executions', async () => {
    const { id } = await complete(partner, 'tone_analysis', QUICK);
    expectError(await retry(partner, id), 'CONFLICT');
  });

  test('needs the capability and the credits again', async () => {
    const retrier = await createPartner({ credits: 10 });
    const id = await hanging(retrier);
    await cancel(retrier, id);
    const scoped = partnerWith(retrier.id, await createKey(retrier.id, { scoped_capabilities: [] }));
    expectError(await retry(scoped, id), 'CAPABILITY_NOT_ALLOWED');
    const capped = partnerWith(retrier.id, await createKey(retrier.id, { daily_credit_limit: 9 }));
    expectError(await retry(capped, id), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    await complete(retrier, 'tone_analysis', QUICK);
    expectError(await retry(retrier, id), 'NO_CREDITS');
  });
});

describe('archive', () => {
  test('puts an ended execution away, once', async () => {
    const { id } = await complete(partner, 'tone_analysis', QUICK);
    const reply = await archive(partner, id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ data: { id, attributes: { status: 'archived' } } });
    expectError(await archive(partner, id), 'CONFLICT');
    const listed = await partner.request('GET /content-workflow/executions', { query: { status: 'archived' } });
    expect(listed.body).toMatchObject({ data: [{ id }], meta: { total: 1 } });
  });

  test('is refused while the execution is open', async () => {
    const id = await hanging(partner);
    expectError(await archive(partner, id), 'CONFLICT');
    await cancel(partner, id);
  });
});

describe('events', () => {
  const path = (id: number) => `/api/v1/content-workflow/executions/${id}/events`;

  test('tell status, progress and steps, and end with the execution', async () => {
    const id = await execute(partner, 'campaign_launch', { settings: { topic: TOPIC } });
    const stream = await readEvents(path(id), { key: partner.key.text });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(stream.ended).toBe(true);
    const events = stream.events.map(({ event, data }) => ({ event, data: JSON.parse(data) }));
    const statuses = events.filter(({ event }) => event === 'status').map(({ data }) => data.status);
    expect(statuses).toEqual(['pending', 'planning', 'executing', 'completed']);
    const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => data.progress_percentage);
    expect(progress).toEqual(progress.toSorted((a: number, b: number) => a - b));
    const { step_results: steps } = (await executionOf(partner, id)).attributes;
    for (const { key } of steps) {
      const seen = events
        .filter(({ event, data }) => event === 'step' && data.key === key)
        .map(({ data }) => data.status);
      expect({ key, seen }).toEqual({ key, seen: ['running', 'completed'] });
    }
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', credits_used: 40 });
    const numbers = stream.events.map((event) => Number(event.id));
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  test('go on after the last event that a client saw, on another process', async () => {
    const { id } = await complete(partner, 'blog_post', { settings: { topic: TOPIC } });
    const all = (await readEvents(path(id), { key: partner.key.text })).events;
    const seen = 2;
    const rest = await readEvents(path(id), {
      key: partner.key.text,
      headers: { 'Last-Event-ID': String(all[seen - 1]?.id) },
      process: 1,
    });
    expect(rest.events).toEqual(all.slice(seen));
    const nothing = await readEvents(path(id), {
      key: partner.key.text,
      headers: { 'Last-Event-ID': String(all.at(-1)?.id) },
    });
    expect(nothing).toMatchObject({ status: 200, events: [], ended: true });
  });

  test('reach a client while they happen, also on the process that did not take the request', async () => {
    const id = await hanging(partner);
    const streams = [0, 1].map((process) =>
      readEvents(path(id), { key: partner.key.text, process: process === 0 ? 0 : 1 }),
    );
    const planning = await readEvents(path(id), { key: partner.key.text }, (events) => events.length >= 2);
    expect(planning.events.map(({ data }) => JSON.parse(data).status)).toEqual(['pending', 'planning']);
    expect((await cancel(partner, id)).status).toBe(200);
    for (const { events, ended } of await Promise.all(streams)) {
      expect(ended).toBe(true);
      expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ status: 'cancelled' });
    }
  });
});
