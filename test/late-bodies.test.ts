import { once } from 'node:events';
import { request as open } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { MAX_AGE_MS } from '../api/middleware/credential-check.ts';
import { createKnowledgeBase } from '../domain/knowledge-bases/operations/create-knowledge-base.ts';
import { revokePartnerKey } from '../domain/partner-keys/operations/revoke-key.ts';
import { updateKey } from '../domain/partner-keys/store.ts';
import { updatePartner } from '../domain/partners/operations/update-partner.ts';
import { startTestEdge, type TestEdge } from './environment/edge.ts';
import { startTestService, type TestService } from './environment/service.ts';
import { waitUntil } from './environment/wait-until.ts';

let service: TestService;
let edge: TestEdge;
let admitted = 0;
beforeAll(async () => {
  service = await startTestService();
  const count = () => {
    admitted += 1;
  };
  const uses = { count, fail: () => undefined, stop: async () => undefined };
  edge = await startTestEdge(service, routesOf(AREAS), { uses });
});
afterAll(async () => {
  await edge?.close();
  await service.stop();
});

/** Begins requests, and ends their bodies once the change is a second old. */
async function changeBeforeTheEnd(
  requests: readonly { path: string; key: string; body: object }[],
  change: () => Promise<unknown>,
) {
  const before = admitted;
  const begun = requests.map(({ path, key, body }) => {
    const text = JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    };
    const request = open(edge.origin + path, { method: 'POST', agent: false, headers });
    const half = text.length / 2;
    request.write(text.slice(0, half));
    return { request, rest: text.slice(half), response: once(request, 'response') };
  });
  await waitUntil('the requests to be admitted', () => admitted === before + requests.length);
  await change();
  await delay(MAX_AGE_MS);
  for (const { request, rest } of begun) request.end(rest);
  return Promise.all(
    begun.map(async ({ response }) => {
      const [incoming] = await response;
      return { status: incoming.statusCode, body: (await json(incoming)) as { error?: { code: string } } };
    }),
  );
}

type Caller = Awaited<ReturnType<TestService['createCaller']>>;
type Change = (caller: Caller) => Promise<unknown>;

const setKey =
  (changes: Parameters<typeof updateKey>[2]): Change =>
  ({ key }) =>
    updateKey(service.deps.db, key.id, changes);
const revoke: Change = ({ key, partner }) =>
  service.run(service.admin, revokePartnerKey, {
    params: { partner_id: partner.id, key_id: key.id },
    input: { reason: 'Lost' },
  });
const suspend: Change = ({ partner }) => setStatus(partner.id, 'suspended');
const setStatus = (id: number, status: 'active' | 'suspended') =>
  service.run(service.admin, updatePartner, { params: { partner_id: id }, input: { status } });

/** What is changed of a key, and what a body of it that ends then is answered. */
const LIMITED: [string, Change, string][] = [
  ['a capability scope', setKey({ scoped_capabilities: [] }), 'CAPABILITY_NOT_ALLOWED'],
  ['a daily limit', setKey({ daily_credit_limit: 0 }), 'DAILY_CREDIT_LIMIT_EXCEEDED'],
];
const REFUSED: [string, Change, string][] = [
  ['a list of addresses', setKey({ allowed_ip_addresses: ['203.0.113.1'] }), 'IP_NOT_ALLOWED'],
  ['a revocation', revoke, 'UNAUTHORIZED'],
  ['a suspension', suspend, 'FORBIDDEN'],
];

test.each([...LIMITED, ...REFUSED])('%s holds for an order whose body ends later', async (_what, change, code) => {
  const caller = await service.createCaller();
  const { plaintext, partner } = caller;
  await service.dataSource.query('UPDATE credit_account SET balance = 100 WHERE partner_id = $1', [partner.id]);
  const order = {
    path: '/api/v1/content-workflow/capabilities/social_post_set/execute',
    key: plaintext ?? '',
    body: { settings: { topic: 'A topic that comes slowly', post_count: 3 } },
  };
  const [reply] = await changeBeforeTheEnd([order], () => change(caller));
  expect(reply?.body.error?.code).toBe(code);
  const [left] = await service.dataSource.query(
    `SELECT (SELECT count(*)::int FROM execution WHERE partner_id = $1) AS executions,
            (SELECT held::int FROM credit_account WHERE partner_id = $1) AS held`,
    [partner.id],
  );
  expect(left).toEqual({ executions: 0, held: 0 });
});

test.each(REFUSED)(
  '%s holds for files whose bodies end later: none is kept, no place is',
  async (_what, change, code) => {
    const doomed = await service.createCaller();
    const { plaintext: other, call } = await service.createKey(doomed.partner);
    const base = await service.run(call, createKnowledgeBase, { input: { name: 'Base' } });
    const path = `/api/v1/content-workflow/knowledge-bases/${base.id}/documents`;
    const body = { title: 'Slow', format: 'text', content: 'What comes slowly. '.repeat(10_000) };
    // More than a partner has places for.
    const files = Array.from({ length: 6 }, () => ({ path, key: doomed.plaintext ?? '', body }));
    const replies = await changeBeforeTheEnd(files, () => change(doomed));
    expect(replies.map((reply) => reply.body.error?.code)).toEqual(files.map(() => code));
    const kept = 'SELECT FROM knowledge_document WHERE knowledge_base_id = $1';
    expect(await service.dataSource.query(kept, [base.id])).toEqual([]);
    await setStatus(doomed.partner.id, 'active');
    const added = await Promise.all(
      files.map((_file, index) =>
        edge.request(path, { method: 'POST', key: other ?? '', body: { ...body, title: `Later ${index}` } }),
      ),
    );
    expect(added.map(({ status }) => status)).toEqual(files.map(() => 201));
  },
);
