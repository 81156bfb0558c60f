import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { writerTemplate } from '../../test/environment/own-writer-template.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { createAgent } from '../agents/operations/create-agent.ts';
import { updateAgent } from '../agents/operations/update-agent.ts';
import { KEPT_REVISIONS } from '../agents/store.ts';
import { claimWriting } from '../ai-writer/claim.ts';
import { createMessage } from '../ai-writer/operations/create-message.ts';
import { createOwnTemplate } from '../ai-writer/operations/create-own-template.ts';
import { saveText } from '../ai-writer/operations/save-text.ts';
import { createBrandVoice } from '../brand-voices/operations/create-brand-voice.ts';
import { updateBrandVoice } from '../brand-voices/operations/update-brand-voice.ts';
import { createCaseStudy } from '../case-studies/operations/create-case-study.ts';
import { updateContentItem } from '../content-items/operations/update-item.ts';
import { rollUpTextSizes } from '../content-items/steps/housekeeping.ts';
import { sumTextBytes } from '../content-items/version-store.ts';
import { createCampaign } from '../gtm-schedule/operations/create-campaign.ts';
import { createEvent } from '../gtm-schedule/operations/create-event.ts';
import { createSeries } from '../gtm-schedule/operations/create-series.ts';
import { sumDocumentBytes } from '../knowledge-bases/document-store.ts';
import { addDocument } from '../knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../knowledge-bases/operations/create-knowledge-base.ts';
import { readDocument } from '../knowledge-bases/steps/read-document.ts';
import { createOauthClient } from '../oauth/operations/create-client.ts';
import { createPartnerKey } from '../partner-keys/operations/create-key.ts';
import { listPartnerKeys } from '../partner-keys/operations/list-keys.ts';
import { REVOKED_SHOWN } from '../partner-keys/store.ts';
import type { Partner } from '../partners/types.ts';
import { updateRescoring } from '../seo/operations/update-rescoring.ts';
import { createUser } from '../users/operations/create-user.ts';
import { createTrigger } from '../workflow-triggers/operations/create-trigger.ts';
import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import type { AppError } from './errors.ts';
import { invoke } from './invoke.ts';
import { LIMITS, type LimitName, limitsOf } from './limits.ts';
import { perform } from './step.ts';

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
  ({ partner, call } = await service.createCaller());
});
afterAll(() => service.stop());

/** A partner of its own, with a key. */
async function freshPartner() {
  const made = await service.createPartner();
  return { partner: made, ...(await service.createKey(made)) };
}

/** The product with another limit. */
const depsWith = (name: LimitName, most: number): Deps => ({
  ...service.deps,
  limits: { ...service.deps.limits, [name]: most },
});

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const PLENTY = 1_000_000_000;
const MOMENT = '2030-01-01T10:00:00Z';

/** What adds one more of each, and how many there are before. */
const ADDED: [LimitName, existing: number, add: (deps: Deps) => Promise<unknown>][] = [
  ['agents', 3, (deps) => invoke(deps, call, createAgent, { input: { name: 'Quill', agent_type: 'writer' } })],
  ['brand_voices', 0, (deps) => invoke(deps, call, createBrandVoice, { input: { name: 'Acme' } })],
  ['campaigns', 0, (deps) => invoke(deps, call, createCampaign, { input: { name: 'Spring' } })],
  ['case_studies', 0, (deps) => invoke(deps, call, createCaseStudy, { input: CASE_STUDY })],
  [
    'events',
    0,
    (deps) =>
      invoke(deps, call, createEvent, {
        input: { title: 'x', scheduled_at: MOMENT, event_type: 'webinar', channel: 'email' },
      }),
  ],
  [
    'event_series',
    0,
    (deps) =>
      invoke(deps, call, createSeries, {
        input: {
          title: 'x',
          scheduled_at: MOMENT,
          event_type: 'webinar',
          channel: 'email',
          recurrence: 'FREQ=DAILY;COUNT=1',
        },
      }),
  ],
  ['keys', 1, (deps) => invoke(deps, service.admin, createPartnerKey, { params: ofPartner(), input: { name: 'x' } })],
  ['knowledge_bases', 0, (deps) => invoke(deps, call, createKnowledgeBase, { input: { name: 'x' } })],
  [
    'oauth_clients',
    0,
    (deps) => invoke(deps, service.admin, createOauthClient, { params: ofPartner(), input: { name: 'x' } }),
  ],
  [
    'rescored_listings',
    0,
    async (deps) => {
      const id = `prod-rescored-${next()}`;
      await service.dataSource.query(
        `INSERT INTO listing_snapshot (listing_id, content, fetched_at, changed_at) VALUES ($1, '{}', now(), now())`,
        [id],
      );
      await service.dataSource.query(
        'INSERT INTO listing_watch (listing_id, partner_id, created_at) VALUES ($1, $2, now())',
        [id, partner.id],
      );
      return invoke(deps, call, updateRescoring, { params: { id }, input: { every: 'daily' } });
    },
  ],
  [
    'triggers',
    0,
    (deps) =>
      invoke(deps, call, createTrigger, {
        input: {
          name: 'x',
          type: 'event',
          event: { name: 'cosell.created' },
          target: { capability_slug: 'blog_post' },
          input: { topic: 'x' },
        },
      }),
  ],
  [
    'users',
    0,
    (deps) =>
      invoke(deps, service.admin, createUser, {
        params: ofPartner(),
        input: { name: 'x', email: `u${next()}@example.com`, role: 'viewer' },
      }),
  ],
  ['writer_templates', 0, (deps) => invoke(deps, call, createOwnTemplate, { input: writerTemplate() })],
];
const ofPartner = () => ({ partner_id: partner.id });

describe.each(ADDED)('%s', (name, existing, add) => {
  test('are limited, also where two come at once for the last place', async () => {
    const deps = depsWith(name, existing + 2);
    await add(deps);
    const results = await Promise.allSettled([add(deps), add(deps)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find((result) => result.status === 'rejected')?.reason as AppError;
    expect({ code: refused.code, message: refused.message }).toEqual({
      code: 'CONFLICT',
      message: expect.stringContaining(`${existing + 2} ${LIMITS[name].records}`),
    });
  });
});

test('saved texts, and outputs of a message, are limited likewise', async () => {
  const ai = {
    ...depsWith('writer_outputs', 2),
    limits: { ...service.deps.limits, writer_outputs: 2, saved_texts: 1 },
  };
  const input = { post_type: 'post_generator', description: 'x' };
  const message = await invoke(ai, call, createMessage, { input });
  const saved = () => codeOf(invoke(ai, call, saveText, { input: { message_id: message.id, response: 'A text.' } }));
  expect((await Promise.all([saved(), saved()])).sort()).toEqual(['CONFLICT', 'none']);
  const sandbox = { ...call, actor: { ...call.actor, sandbox: true } } as Call;
  const options = (creativity: number) => ({ creativity, maximum_length: 100, number_of_results: 1 });
  const claim = (creativity: number) => codeOf(claimWriting(ai, sandbox, message, options(creativity)));
  expect(await claim(0.1)).toBe('none');
  expect((await Promise.all([claim(0.2), claim(0.3)])).sort()).toEqual(['CONFLICT', 'none']);
  expect(await claim(0.1)).toBe('none');
});

test('bytes of texts with their versions are limited, also where two edits come at once', async () => {
  const owner = await freshPartner();
  const deps = (most: number) => depsWith('text_bytes', most);
  const input = { post_type: 'post_generator', description: 'x' };
  const message = await invoke(deps(PLENTY), owner.call, createMessage, { input });
  const save = (most: number, response: string) =>
    invoke(deps(most), owner.call, saveText, { input: { message_id: message.id, response } });
  const stored = () => sumTextBytes(service.deps.db, owner.partner.id);
  expect(await stored()).toBe(0);
  const id = await save(PLENTY, 'A text.');
  const first = await stored();
  expect(first).toBe('A text.'.length);
  const edit = (most: number) =>
    codeOf(invoke(deps(most), owner.call, updateContentItem, { params: { id }, input: { body: `Edit ${next()}.` } }));
  expect((await Promise.all([edit(first + 1), edit(first + 1)])).sort()).toEqual(['CONFLICT', 'none']);
  expect(await codeOf(save(first + 1, 'More.'))).toBe('CONFLICT');
  for (let version = 2; version < 105; version += 1) expect(await edit(PLENTY)).toBe('none');
  const kept = await service.dataSource.query(
    'SELECT count(*)::int AS n, sum(octet_length(body))::int AS bytes FROM content_item_version WHERE content_item_id = $1',
    [id],
  );
  expect(kept).toEqual([{ n: 100, bytes: await stored() }]);
  await perform(service.deps, rollUpTextSizes, {});
  expect(await stored()).toBe(kept[0].bytes);
  await service.dataSource.query('DELETE FROM content_item_version WHERE content_item_id = $1', [id]);
  expect(await stored()).toBe(0);
});

test('documents, their bytes and passages are limited in all bases of a partner together', async () => {
  const { partner: other, call: theirs } = await service.createCaller();
  const deps: Deps = {
    ...service.deps,
    limits: { ...service.deps.limits, knowledge_documents: 2, knowledge_passages: 1 },
  };
  const base = async () => (await invoke(deps, theirs, createKnowledgeBase, { input: { name: 'x' } })).id;
  const bases = [await base(), await base()];
  const add = (id: number) =>
    invoke(deps, theirs, addDocument, {
      params: { id },
      input: { title: 'x', format: 'text', content: `A passage about sailing, number ${next()}.` },
    });
  const documents = await Promise.all(bases.map(add));
  const read = await Promise.all(
    documents.map(async ({ id: documentId }) => {
      const [row] = await service.dataSource.query('SELECT row_key FROM knowledge_document WHERE id = $1', [
        documentId,
      ]);
      return perform(deps, readDocument, { documentId, rowKey: row.row_key });
    }),
  );
  expect(read.sort()).toEqual([false, true]);
  expect(await codeOf(add(bases[0] ?? 0))).toBe('CONFLICT');
  const more = (knowledge_documents: number, knowledge_bytes: number) => {
    deps.limits = { ...service.deps.limits, knowledge_documents, knowledge_bytes };
  };
  more(3, PLENTY);
  const results = await Promise.all(bases.map((id) => codeOf(add(id))));
  expect(results.sort()).toEqual(['CONFLICT', 'none']);
  const stored = await sumDocumentBytes(service.deps.db, other.id);
  more(PLENTY, stored);
  expect(await codeOf(add(bases[0] ?? 0))).toBe('CONFLICT');
  more(PLENTY, stored + 1);
  expect((await Promise.all(bases.map((id) => codeOf(add(id))))).sort()).toEqual(['CONFLICT', 'none']);
});

test('a brand voice is limited in size, which several changes cannot get round', async () => {
  const products = Array.from({ length: 40 }, (_, n) => ({ name: `${n}`, description: 'x'.repeat(5_000) }));
  const voice = await invoke(service.deps, call, createBrandVoice, { input: { name: 'Acme', products } });
  const more = [...voice.products.map(({ id }) => ({ id })), ...products];
  const change = invoke(service.deps, call, updateBrandVoice, { params: { id: voice.id }, input: { products: more } });
  await expect(change).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { products: [expect.stringContaining('262144')] },
  });
});

test('an agent keeps its first and its newest revisions', async () => {
  const { call: theirs } = await freshPartner();
  const input = { name: 'Quill', agent_type: 'writer' };
  const agent = await invoke(service.deps, theirs, createAgent, { input });
  await service.dataSource.query(
    `INSERT INTO agent_revision (agent_id, revision, kind, to_version, changes, capability_models, settings, actor, created_at)
     SELECT $1, n, 'updated', 1, '[]', '{}', '{}', 'x', now() FROM generate_series(2, $2::int) n`,
    [agent.id, KEPT_REVISIONS],
  );
  await service.dataSource.query('UPDATE agent SET revision = $2 WHERE id = $1', [agent.id, KEPT_REVISIONS]);
  await invoke(service.deps, theirs, updateAgent, { params: { id: agent.id }, input: { name: 'Pen' } });
  const [kept] = await service.dataSource.query(
    `SELECT count(*)::int AS n, min(revision) AS first, min(revision) FILTER (WHERE revision > 1) AS second, max(revision) AS last
     FROM agent_revision WHERE agent_id = $1`,
    [agent.id],
  );
  expect(kept).toEqual({ n: KEPT_REVISIONS, first: 1, second: 3, last: KEPT_REVISIONS + 1 });
});

test('the list of keys, which has no pages, has the newest of those that are revoked', async () => {
  const { partner: theirs, key } = await freshPartner();
  await service.dataSource.query(
    `INSERT INTO partner_key (partner_id, name, key_hash, prefix, rate_limit_per_minute, is_active, created_at, revoked_at, revoked_reason)
     SELECT $1::bigint, 'Old ' || n, decode(md5($1::bigint || '-' || n), 'hex'), 'vp3_', 60, false, now(), now(), 'Key rotation'
     FROM generate_series(1, $2::int) n`,
    [theirs.id, REVOKED_SHOWN + 3],
  );
  const listed = await invoke(service.deps, service.admin, listPartnerKeys, { params: { partner_id: theirs.id } });
  expect(listed).toHaveLength(REVOKED_SHOWN + 1);
  expect(listed.at(-1)).toMatchObject({ id: key.id, is_active: true });
  expect(listed[0]).toMatchObject({ name: `Old ${REVOKED_SHOWN + 3}` });
});

test('each limit is documented with its number', () => {
  const page = readFileSync(new URL('../../docs/lists.md', import.meta.url), 'utf8');
  const shown = page.matchAll(/^\|[^|]+\| +([\d,]+) \| `LIMIT_(\w+)` +\|$/gm);
  const documented = Array.from(shown, ([, most = '', name = '']) => [name.toLowerCase(), most]);
  const limits = Object.entries(LIMITS).map(([name, { most }]) => [name, most.toLocaleString('en')]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(limits));
});

test('operators set limits by their names', () => {
  expect(limitsOf({ LIMIT_BRAND_VOICES: 7 })).toMatchObject({ brand_voices: 7, triggers: LIMITS.triggers.most });
  expect(() => limitsOf({ LIMIT_SHIPS: 1 })).toThrow('There is no limit LIMIT_SHIPS.');
});
