import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  knowledgeBaseResource,
  knowledgeDocumentResource,
  passageInContextResource,
  searchResult,
} from '../../api/knowledge-bases/resource.ts';
import { one, page } from '../../api/resource.ts';
import { caseStudyIn, createCaseStudy } from '../environment/case-studies.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { docxOf, pdfOf } from '../environment/documents.ts';
import { complete, type Execution, ended, execute } from '../environment/executions.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { INJECTIONS } from '../environment/injections.ts';
import {
  createKnowledgeBase,
  documentIn,
  documentRead,
  formOf,
  knowledgeBaseIn,
} from '../environment/knowledge-bases.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

const LIST: RouteName = 'GET /content-workflow/knowledge-bases';
const CREATE: RouteName = 'POST /content-workflow/knowledge-bases';
const SHOW: RouteName = 'GET /content-workflow/knowledge-bases/{id}';
const UPDATE: RouteName = 'PATCH /content-workflow/knowledge-bases/{id}';
const DELETE: RouteName = 'DELETE /content-workflow/knowledge-bases/{id}';
const SEARCH: RouteName = 'GET /content-workflow/knowledge-bases/{id}/search';
const DOCUMENTS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents';
const ADD_DOCUMENT: RouteName = 'POST /content-workflow/knowledge-bases/{id}/documents';
const DOCUMENT: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}';
const RENAME: RouteName = 'PATCH /content-workflow/knowledge-bases/{id}/documents/{document}';
const REMOVE: RouteName = 'DELETE /content-workflow/knowledge-bases/{id}/documents/{document}';
const PASSAGE: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages/{passage}';
const EXECUTE: RouteName = 'POST /content-workflow/capabilities/{slug}/execute';

const UNKNOWN = Number.MAX_SAFE_INTEGER;
const RETURNS = '# Returns\n\nGoods can be returned within thirty days of the purchase. The receipt must be shown.';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const search = async (id: number, q: string) =>
  read(await partner.request(SEARCH, { params: { id }, query: { q } }), searchResult.schema).data;

const answerSchema = z.object({
  type: z.literal('answer'),
  text: z.string(),
  suggestions: z.array(z.string()),
  citations: z.array(
    z.object({
      number: z.int(),
      knowledge_base_id: z.int().nullable(),
      document_id: z.int().nullable(),
      passage_id: z.int().nullable(),
      document: z.string(),
      section: z.string(),
      quote: z.string(),
    }),
  ),
  prompt_version: z.string(),
});

const answerOf = (execution: Execution) => answerSchema.parse(execution.attributes.step_results.at(-1)?.output);

describe('knowledge bases', () => {
  test('are added, listed, read, changed and removed', async () => {
    const owner = await createPartner();
    const made = knowledgeBaseIn(await owner.request(CREATE, { body: { name: ' Support ', description: '' } }));
    expect(made).toMatchObject({
      type: 'knowledge_base',
      attributes: { name: 'Support', description: null, documents: 0, passages: 0 },
      links: { self: `/api/v1/content-workflow/knowledge-bases/${made.id}` },
    });
    const params = { id: made.id };
    expect(knowledgeBaseIn(await owner.request(SHOW, { params }))).toEqual(made);
    const changed = knowledgeBaseIn(await owner.request(UPDATE, { params, body: { description: 'Questions' } }));
    expect(changed.attributes).toMatchObject({ name: 'Support', description: 'Questions' });
    const { data, meta } = read(await owner.request(LIST), page(knowledgeBaseResource).schema);
    expect({ data, total: meta.total }).toEqual({ data: [changed], total: 1 });
    expect((await owner.request(DELETE, { params })).status).toBe(204);
    expectError(await owner.request(SHOW, { params }), 'NOT_FOUND');
  });

  test.each([SHOW, UPDATE, DELETE, SEARCH, DOCUMENTS, ADD_DOCUMENT])("%s keeps to the partner's own", async (name) => {
    const id = await createKnowledgeBase(other);
    const request = { query: { q: 'x' }, body: name.startsWith('P') ? { name: 'x' } : undefined };
    expectError(await partner.request(name, { ...request, params: { id } }), 'FORBIDDEN');
    expectError(await partner.request(name, { ...request, params: { id: UNKNOWN } }), 'NOT_FOUND');
  });

  test('name what is wrong with them', async () => {
    const body = { name: '', description: 'x'.repeat(2_001) };
    expect(Object.keys(expectError(await partner.request(CREATE, { body }), 'VALIDATION_ERROR')).sort()).toEqual([
      'description',
      'name',
    ]);
    const id = await createKnowledgeBase(partner);
    expect(Object.keys(expectError(await partner.request(SEARCH, { params: { id } }), 'VALIDATION_ERROR'))).toEqual([
      'q',
    ]);
  });
});

describe('documents', () => {
  test('as JSON are read, found, renamed and removed', async () => {
    const id = await createKnowledgeBase(partner);
    const reply = await partner.request(ADD_DOCUMENT, {
      params: { id },
      body: { title: 'Shop', format: 'markdown', content: RETURNS },
    });
    expect(reply.status).toBe(201);
    const added = documentIn(reply);
    expect(added).toMatchObject({ type: 'knowledge_document', attributes: { title: 'Shop', status: 'pending' } });
    const document = await documentRead(partner, id, added.id);
    expect(document.attributes).toMatchObject({ status: 'ready', reason: null, passages: 1, bytes: RETURNS.length });
    expect(await search(id, 'returning goods')).toEqual([
      {
        passage_id: expect.any(Number),
        document_id: added.id,
        title: 'Shop',
        section: 'Returns',
        text: 'Goods can be returned within thirty days of the purchase. The receipt must be shown.',
        rank: expect.any(Number),
        matched: { words: expect.arrayContaining(['goods']), meaning: null },
      },
    ]);
    const params = { id, document: added.id };
    const renamed = documentIn(await partner.request(RENAME, { params, body: { title: 'Store' } }));
    expect(renamed.attributes.title).toBe('Store');
    expect((await search(id, 'goods'))[0]?.title).toBe('Store');
    const { data } = read(await partner.request(DOCUMENTS, { params: { id } }), page(knowledgeDocumentResource).schema);
    expect(data).toEqual([renamed]);
    expect((await partner.request(REMOVE, { params })).status).toBe(204);
    expect(await search(id, 'goods')).toEqual([]);
    expectError(await partner.request(DOCUMENT, { params }), 'NOT_FOUND');
    expectError(await partner.request(REMOVE, { params }), 'NOT_FOUND');
  });

  test.each<[string, Buffer, string]>([
    ['Prices.docx', docxOf(['# Shipping', 'Shipping costs five euros.']), 'Shipping'],
    ['Prices.pdf', pdfOf(['Shipping costs five euros.']), 'Page 1'],
    ['Prices.md', Buffer.from('# Shipping\n\nShipping costs five euros.'), 'Shipping'],
    ['Prices.txt', Buffer.from('Shipping costs five euros.'), ''],
  ])('are uploaded as a form: %s', async (name, bytes, section) => {
    const id = await createKnowledgeBase(partner);
    const reply = await partner.request(ADD_DOCUMENT, {
      params: { id },
      ...(await formOf(name, bytes, { language: 'en' })),
    });
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
    const read_ = await documentRead(partner, id, documentIn(reply).id);
    expect(read_.attributes).toMatchObject({ title: 'Prices', status: 'ready', language: 'en', bytes: bytes.length });
    expect(await search(id, 'shipping')).toMatchObject([{ section, text: 'Shipping costs five euros.' }]);
  });

  test('a form that is sent again under its Idempotency-Key adds nothing, whatever its boundary', async () => {
    const id = await createKnowledgeBase(partner);
    const send = async () => {
      const { body, headers } = await formOf('Note.txt', Buffer.from('Marmalade'));
      const keyed = { ...headers, 'Idempotency-Key': `form-${id}` };
      return partner.request(ADD_DOCUMENT, { params: { id }, body, headers: keyed });
    };
    const [first, second] = [await send(), await send()];
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(documentIn(second).id).toBe(documentIn(first).id);
  });

  test('that cannot be read say why', async () => {
    const id = await createKnowledgeBase(partner);
    const upload = await formOf('broken.pdf', Buffer.from('this is no PDF'));
    const reply = await partner.request(ADD_DOCUMENT, { params: { id }, ...upload });
    const { attributes } = await documentRead(partner, id, documentIn(reply).id);
    expect(attributes).toMatchObject({ status: 'failed', reason: expect.stringContaining('damaged'), passages: 0 });
  });

  test('have at most 5 MiB, as forms or as JSON; other bodies stay at 1 MiB', async () => {
    const id = await createKnowledgeBase(partner);
    const large = Buffer.alloc(5 * 1_048_576 + 1, 'a ');
    const params = { id };
    expectError(
      await partner.request(ADD_DOCUMENT, { params, ...(await formOf('a.txt', large)) }),
      'PAYLOAD_TOO_LARGE',
    );
    const larger = Buffer.alloc(6 * 1_048_576, 'a ');
    expectError(
      await partner.request(ADD_DOCUMENT, { params, ...(await formOf('a.txt', larger)) }),
      'PAYLOAD_TOO_LARGE',
    );
    const body = { title: 'a', format: 'text', content: larger.toString() };
    expectError(await partner.request(ADD_DOCUMENT, { params, body }), 'PAYLOAD_TOO_LARGE');
    expectError(await partner.request(CREATE, { body: { name: larger.toString() } }), 'PAYLOAD_TOO_LARGE');
  });

  test('of almost 5 MiB are accepted in JSON as base64', async () => {
    const params = { id: await createKnowledgeBase(partner) };
    const content = Buffer.alloc(5 * 1_048_576, 'a ').toString('base64');
    const body = { title: 'a', format: 'text', content, encoding: 'base64' };
    expect((await partner.request(ADD_DOCUMENT, { params, body })).status).toBe(201);
    const larger = Buffer.alloc(5 * 1_048_576 + 1, 'a ').toString('base64');
    const reply = await partner.request(ADD_DOCUMENT, { params, body: { ...body, content: larger } });
    expectError(reply, 'PAYLOAD_TOO_LARGE');
  });

  test('in forms that are none are refused', async () => {
    const params = { id: await createKnowledgeBase(partner) };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const broken = await partner.request(ADD_DOCUMENT, { params, headers, body: 'no form' });
    expect(Object.keys(expectError(broken, 'VALIDATION_ERROR'))).toEqual(['body']);
    const without = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n--x--\r\n';
    const missing = await partner.request(ADD_DOCUMENT, { params, headers, body: without });
    expect(Object.keys(expectError(missing, 'VALIDATION_ERROR'))).toEqual(['file']);
    const unknown = await partner.request(ADD_DOCUMENT, { params, ...(await formOf('a.exe', Buffer.from('x'))) });
    expect(Object.keys(expectError(unknown, 'VALIDATION_ERROR'))).toEqual(['format']);
    expectError(await partner.request(CREATE, { headers, body: without }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('answers', () => {
  const query = (settings: object, slug = 'knowledge_base_query') => complete(partner, slug, { settings });

  test('rest on passages, with quotes that stand in them word for word', async () => {
    const id = await createKnowledgeBase(partner, { Shop: RETURNS, Bakery: 'Bread is baked every morning.' });
    const execution = await query({ query: 'Within how many days can goods be returned?', kb_ids: [id] });
    expect(execution.attributes.credits_used).toBe(2);
    const { text, citations, prompt_version } = answerOf(execution);
    expect(prompt_version).toMatch(/^knowledge-answer\//);
    expect(citations.length).toBeGreaterThan(0);
    for (const { number, document, section, quote } of citations) {
      expect({ document, section }).toEqual({ document: 'Shop', section: 'Returns' });
      expect(RETURNS).toContain(quote);
      expect(text).toContain(`[${number}]`);
    }
  });

  test('say that they do not know, rather than invent', async () => {
    const id = await createKnowledgeBase(partner, { Shop: RETURNS });
    const { text, citations } = answerOf(await query({ query: 'Who was the first emperor of Rome?', kb_ids: [id] }));
    expect({ text, citations }).toEqual({ text: 'The documents do not tell.', citations: [] });
  });

  test('come from all of the partner’s bases where none is named, and from no others', async () => {
    const owner = await createPartner();
    await createKnowledgeBase(owner, { Mine: 'The zeppelin leaves at noon from platform nine.' });
    await createKnowledgeBase(other, { Theirs: 'The zeppelin leaves at midnight from platform two.' });
    const settings = { query: 'When does the zeppelin leave?' };
    const { citations } = answerOf(await complete(owner, 'knowledge_base_query', { settings }));
    expect([...new Set(citations.map(({ document }) => document))]).toEqual(['Mine']);
  });

  test('name the passage in which each quote stands', async () => {
    const owner = await createPartner();
    const base = await createKnowledgeBase(owner, { Mine: 'The zeppelin leaves at noon from platform nine.' });
    const settings = { query: 'When does the zeppelin leave?', kb_ids: [base] };
    const { citations } = answerOf(await complete(owner, 'knowledge_base_query', { settings }));
    expect(citations.length).toBeGreaterThan(0);
    for (const { knowledge_base_id: id, document_id: document, passage_id: passage, quote } of citations) {
      expect(id).toBe(base);
      const params = { id: id ?? 0, document: document ?? 0, passage: passage ?? 0 };
      const shown = read(await owner.request(PASSAGE, { params }), one(passageInContextResource).schema);
      expect(shown.data.attributes.text).toContain(quote);
    }
  });

  test('about the platform come from its documentation', async () => {
    const { citations } = answerOf(
      await query({ query: 'How do I verify the signature of a webhook?' }, 'platform_knowledge_query'),
    );
    const places = citations.flatMap((each) => [each.knowledge_base_id, each.document_id, each.passage_id]);
    expect(places.filter((place) => place !== null)).toEqual([]);
    expect(citations.map(({ document }) => document)).toContain('Receiving webhooks');
  });

  test('to search questions are questions that the documents answer', async () => {
    const id = await createKnowledgeBase(partner, { Shop: RETURNS });
    const execution = await query({ topic: 'Returning goods', kb_ids: [id] }, 'search_question_discovery');
    expect(execution.attributes.credits_used).toBe(3);
    const { suggestions, citations } = answerOf(execution);
    expect(suggestions.length).toBe(citations.length);
    for (const { quote } of citations) expect(RETURNS).toContain(quote);
  });

  test.each(['knowledge_base_query', 'search_question_discovery'])(
    '%s keeps to the partner’s own bases',
    async (slug) => {
      const theirs = await createKnowledgeBase(other);
      const asked = (kb_ids: unknown) =>
        partner.request(EXECUTE, { params: { slug }, body: { settings: { query: 'x', topic: 'x', kb_ids } } });
      expectError(await asked([theirs]), 'FORBIDDEN');
      expectError(await asked([UNKNOWN]), 'NOT_FOUND');
      expect(Object.keys(expectError(await asked('all'), 'VALIDATION_ERROR'))).toEqual(['settings.kb_ids']);
    },
  );

  /** An answer from the document either keeps its form or fails. */
  async function expectForm(document: string, word: string): Promise<void> {
    const id = await createKnowledgeBase(partner, { Shop: document });
    const execution = await execute(partner, 'knowledge_base_query', {
      settings: { query: `Within how many days can goods be returned (${word})?`, kb_ids: [id] },
    });
    const { attributes } = await ended(partner, execution);
    if (attributes.status === 'failed') return;
    const { text, citations } = answerSchema.strict().parse(attributes.step_results.at(-1)?.output);
    expect(text).not.toMatch(/evil\.example/);
    for (const { quote } of citations) expect(document).toContain(quote);
  }

  test('keep their form whatever a document tells an AI that obeys it', async () => {
    const word = marker();
    await addFault({ kind: 'obey', match: word });
    try {
      const names = ['a link', 'JSON of another form', 'a forged quote'];
      await Promise.all(names.map((name) => expectForm(`${RETURNS}\n\n${INJECTIONS[name]}`, word)));
    } finally {
      await removeFaults(word);
    }
  });
});

describe('texts', () => {
  /** A fault that only strikes where a word of the document has reached the prompt. */
  async function refusing(work: (id: number) => Promise<void>): Promise<void> {
    const word = marker();
    const id = await createKnowledgeBase(partner, { Notes: `Data were lost because of late reports, says ${word}.` });
    await addFault({ kind: 'refuse', match: word });
    try {
      await work(id);
    } finally {
      await removeFaults(word);
    }
  }
  const ABOUT = { problem_statement: 'Reports came late, and data were lost.' };

  test('of case studies are told what passages say', () =>
    refusing(async (id) => {
      const body = { ...CASE_STUDY, ...ABOUT, kb_ids: [id] };
      expectError(await partner.request('POST /partners/case-studies/generate', { body }), 'GENERATION_FAILED');
      expect(
        caseStudyIn(await partner.request('POST /partners/case-studies/generate', { body: { ...body, kb_ids: [] } }))
          .data.id,
      ).toBeGreaterThan(0);
      const { id: study } = await createCaseStudy(partner, ABOUT);
      const suggestion = { params: { id: study }, body: { field: 'outcomes', kb_ids: [id] } };
      expectError(await partner.request('POST /partners/case-studies/{id}/suggest', suggestion), 'SUGGESTION_FAILED');
    }));

  test('of executions are told what passages say, by their settings or their context', () =>
    refusing(async (id) => {
      const topic = 'How to keep data from being lost by late reports';
      const asked = [
        execute(partner, 'case_study_generation', { settings: { ...CASE_STUDY, ...ABOUT, kb_ids: [id] } }),
        execute(partner, 'blog_post', { settings: { topic }, context: { kb_ids: [id] } }),
      ];
      for (const execution of await Promise.all(asked)) {
        expect((await ended(partner, execution)).attributes.status).toBe('failed');
      }
      const context = { kb_ids: [await createKnowledgeBase(other)] };
      const refused = await partner.request(EXECUTE, {
        params: { slug: 'blog_post' },
        body: { settings: { topic }, context },
      });
      expectError(refused, 'FORBIDDEN');
    }));
});
