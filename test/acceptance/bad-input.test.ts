import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_BODY_BYTES } from '../../api/middleware/body.ts';
import { openConnection, resetLimits, rowsOf } from '../environment/database.ts';
import { expectError, type Reply, type RouteName } from '../environment/http.ts';
import { routeNamed } from '../environment/routes.ts';
import { callRoute, createSamplePartner, makeAllRecords } from '../samples/partner.ts';
import type { SamplePartner } from '../samples/sample.ts';
import { ROUTES } from '../samples/table.ts';

const WRITING = ROUTES.filter((name) => !name.startsWith('GET'));

let database: Awaited<ReturnType<typeof openConnection>>;
/** Has a record for each parameter, so that only the body can be wrong. */
let partner: SamplePartner;
beforeAll(async () => {
  database = await openConnection();
  partner = await createSamplePartner();
  await makeAllRecords(partner);
});

beforeEach(() => resetLimits(database, partner.id));
afterAll(() => database?.end());

const rows = () => rowsOf(partner.id, database);

function write(name: RouteName, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  return callRoute(partner, name, { body, headers });
}

describe.each(WRITING)('%s leaves no row', (name) => {
  test.each([
    ['broken JSON', '{"settings": {"topic": "x"', {}, 'INVALID_JSON'],
    ['JSON that is no object', '["topic"]', {}, 'VALIDATION_ERROR'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 'INVALID_JSON'],
    ['JSON that is nested too deep', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, {}, 'INVALID_JSON'],
    ['a form', 'topic=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', { 'Content-Type': 'text/plain' }, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a compressed body', '{}', { 'Content-Encoding': 'gzip' }, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)('for %s', async (_what, body, headers, code) => {
    const before = await rows();
    expectError(await write(name, body, headers), code);
    expect(await rows()).toEqual(before);
  });

  test('for a body of twice what it takes', async () => {
    const before = await rows();
    const { maxBytes = MAX_BODY_BYTES } = routeNamed(name).upload ?? {};
    expectError(await write(name, `{"title": "${'x'.repeat(2 * maxBytes)}"}`), 'PAYLOAD_TOO_LARGE');
    expect(await rows()).toEqual(before);
  });

  test('for text with NUL or half a character', async () => {
    const before = await rows();
    for (const bad of ['a\0b', 'a\ud800b']) {
      const body = { settings: { topic: bad }, context: { brand: bad }, name: bad, title: bad, reason: bad };
      expectError(await write(name, body), 'VALIDATION_ERROR');
    }
    expect(await rows()).toEqual(before);
  });

  test('for a number that no double holds', async () => {
    const before = await rows();
    const numbers = '{"settings": {"a": 1e400}, "context": {"b": [1, -1e999]}, "metadata": {"c": 1e400}}';
    const details = expectError(await write(name, numbers), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual(expect.arrayContaining(['settings.a', 'context.b.1', 'metadata.c']));
    expect(await rows()).toEqual(before);
  });
});

describe('executing leaves no row', () => {
  test.each([
    ['no topic', { settings: {} }, ['settings.topic']],
    ['no settings at all', {}, ['settings.topic']],
    ['settings that are no object', { settings: 'topic' }, ['settings']],
    ['settings that are a list', { settings: ['topic'] }, ['settings']],
    ['a topic that is a number', { settings: { topic: 7 } }, ['settings.topic']],
    ['a topic that is too long', { settings: { topic: 'x'.repeat(2001) } }, ['settings.topic']],
    ['a language that is none', { settings: { topic: 'x', language: 'English!' } }, ['settings.language']],
    ['keywords of which one is wrong', { settings: { topic: 'x', keywords: ['a', 7] } }, ['settings.keywords.1']],
    ['an agent beyond 53 bits', { settings: { topic: 'x' }, agent_id: 2 ** 53 }, ['agent_id']],
    ['an agent that is text', { settings: { topic: 'x' }, agent_id: '1' }, ['agent_id']],
    ['an unknown priority', { settings: { topic: 'x' }, priority: 'asap' }, ['priority']],
    ['a flag that is text', { settings: { topic: 'x' }, notify_on_complete: 'true' }, ['notify_on_complete']],
    ['context that is no object', { settings: { topic: 'x' }, context: [1] }, ['context']],
    ['too much context', { settings: { topic: 'x' }, context: { a: 'x'.repeat(70_000) } }, ['context']],
    [
      'several mistakes, all of them named',
      { settings: { length_words: 'many' }, priority: 1, agent_id: -1 },
      ['agent_id', 'priority', 'settings.length_words', 'settings.topic'],
    ],
  ])('for %s', async (_what, body, fields) => {
    const before = await rows();
    const reply = await write('POST /content-workflow/capabilities/{slug}/execute', body);
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort()).toEqual(fields);
    expect(await rows()).toEqual(before);
  });

  test.each(['2026-02-30', '2026-13-01', '0000-01-01', '20260101', 'tomorrow', '2026-01-01T00:00:00Z'])(
    'for the date %s',
    async (start_date) => {
      const before = await rows();
      const reply = await partner.request('POST /content-workflow/capabilities/{slug}/execute', {
        params: { slug: 'campaign_launch' },
        body: { settings: { topic: 'x', start_date } },
      });
      expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['settings.start_date']);
      expect(await rows()).toEqual(before);
    },
  );

  test('for an unknown capability', async () => {
    const before = await rows();
    for (const slug of ['nothing', 'BLOG_POST', 'a\0b', '../blog_post', 'x'.repeat(1000)]) {
      const reply = await partner.request('POST /content-workflow/capabilities/{slug}/execute', { params: { slug } });
      expectError(reply, 'NOT_FOUND');
    }
    expect(await rows()).toEqual(before);
  });
});
