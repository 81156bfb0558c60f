import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { consentResource } from '../../api/account/resource.ts';
import { gtmEventResource } from '../../api/gtm-schedule/resource.ts';
import { MAX_BODY_BYTES } from '../../api/middleware/body.ts';
import { paymentEventResource } from '../../api/payments/area.ts';
import { one, page } from '../../api/resource.ts';
import { signGeneric } from '../../sandbox/gateway/sign.ts';
import { createAgent } from '../environment/agents.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { createCaseStudy } from '../environment/case-studies.ts';
import { openConnection, rowsOf } from '../environment/database.ts';
import { startSession } from '../environment/dry-run.ts';
import { complete } from '../environment/executions.ts';
import { expectError, type Reply, type RouteName, read, request, routeNamed, send } from '../environment/http.ts';
import { backfill, reportOrder, setBilling } from '../environment/invoices.ts';
import { createKnowledgeBase, documentIn } from '../environment/knowledge-bases.ts';
import { createOauthClient, createUser, signIn } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { createWebhook, publish } from '../environment/webhooks.ts';
import { createTrigger } from '../environment/workflow-triggers.ts';
import { EXPECTED_ROUTES } from '../routes.ts';

const WRITING = EXPECTED_ROUTES.filter(([method]) => method !== 'GET').map(
  ([method, path]) => `${method} ${path}` as RouteName,
);
const EVENT = { title: 'Launch', scheduled_at: '2026-05-04T09:00:00Z', event_type: 'webinar', channel: 'email' };

let database: Awaited<ReturnType<typeof openConnection>>;
let partner: Partner;
/** A user token, since keys have no consents. */
let person: string;
/** Records of the partner, so that only the body can be wrong. */
let params: Record<string, string | number>;
/** The record that `{id}` names, by a part of the path; an execution by default. */
let ids: [part: string, id: number | string][];
beforeAll(async () => {
  database = await openConnection();
  partner = await createPartner();
  const { id, attributes } = await complete(partner, 'blog_post', { settings: { topic: 'What may go wrong' } });
  const spare = await createKey(partner.id);
  const contentId = attributes.generated_assets[0]?.id ?? 0;
  const webhook = await createWebhook(partner, { url: 'https://198.51.99.1/hook', active: false });
  const evt = await publish(partner, 'cosell.created', { opportunity: 1 });
  const voice = await createBrandVoice(partner);
  const agent = await createAgent(partner);
  const caseStudy = await createCaseStudy(partner);
  const event = await partner.request('POST /gtm-schedule/events', { body: EVENT });
  ids = [
    ['/content-items/', contentId],
    ['/agents/', agent.id],
    ['/webhooks/', webhook.id],
    ['/brand-voices/', voice.id],
    ['/case-studies/', caseStudy.id],
    ['/gtm-schedule/', read(event, one(gtmEventResource).schema).data.id],
  ];
  const base = await createKnowledgeBase(partner);
  const document = await partner.request('POST /content-workflow/knowledge-bases/{id}/documents', {
    params: { id: base },
    body: { title: 'Returns', format: 'text', content: 'Within 30 days.' },
  });
  ids.push(['/knowledge-bases/', base], ['/workflow-triggers/', await createTrigger(partner)]);
  await reportOrder(partner);
  const [invoiceNumber = ''] = await backfill(partner);
  await setBilling(partner, { marketplace_customer_id: crypto.randomUUID() });
  const user = await createUser(partner.id);
  const program = await createOauthClient(partner.id);
  person = (await signIn(program, await createUser(partner.id))).access_token;
  const consents = await request('GET /app/consents', { key: person });
  ids.push(['/app/consents/', read(consents, page(consentResource).schema).data[0]?.id ?? 0]);
  params = {
    partner_id: partner.id,
    key_id: spare.id,
    user_id: user.id,
    client_id: program.clientId,
    id,
    contentId,
    case_study_id: caseStudy.id,
    capability: 'blog_post',
    slug: 'blog_post',
    evt,
    document: documentIn(document).id,
    invoiceNumber,
    agent: agent.id,
    payment_event_id: await keptPaymentEvent(),
    token: (await startSession(partner)).id,
  };
});

afterAll(() => database?.end());

const rows = () => rowsOf(partner.id, database);

/** A payment event that changes nothing. */
async function keptPaymentEvent(): Promise<number> {
  const body = JSON.stringify({
    id: crypto.randomUUID(),
    type: 'unknown',
    occurred_at: new Date().toISOString(),
    data: {},
  });
  const headers = signGeneric(runningStack().gatewaySecrets.generic, body, Math.floor(Date.now() / 1000));
  expect((await send('POST', '/webhooks/v1/generic', { key: null, body, headers })).status).toBe(200);
  const reply = await requestAsAdmin('GET /3pi-partners/payment-events', { query: { per_page: 1 } });
  return read(reply, page(paymentEventResource).schema).data[0]?.id ?? 0;
}

function write(name: RouteName, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const isForAdministrators = routeNamed(name).operation.permission === 'administrator';
  const [, id = params['id'] ?? 0] = ids.find(([part]) => name.includes(part)) ?? [];
  const ofPartner = name.includes('/app/consents/') ? person : partner.key.text;
  const key = isForAdministrators ? runningStack().adminKey : ofPartner;
  const slug = name.includes('/workflow-templates/') ? 'feature_announcement' : 'blog_post';
  return request(name, { key, params: { ...params, slug, id }, body, headers });
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
