import { beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  documentVersionResource,
  knowledgeDocumentResource,
  searchResult,
} from '../../api/knowledge-bases/resource.ts';
import { page } from '../../api/resource.ts';
import { pdfOf } from '../environment/documents.ts';
import { complete, type Execution, ended } from '../environment/executions.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createKnowledgeBase, documentIn, documentReplaced, formOf } from '../environment/knowledge-bases.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const SEARCH: RouteName = 'GET /content-workflow/knowledge-bases/{id}/search';
const DOCUMENTS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents';
const DOCUMENT: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}';
const REPLACE: RouteName = 'PUT /content-workflow/knowledge-bases/{id}/documents/{document}';
const VERSIONS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/versions';
const RETURNS = '# Returns\n\nGoods can be returned within thirty days of the purchase. The receipt must be shown.';

const answerSchema = z.object({ citations: z.array(z.object({ document: z.string(), quote: z.string() })) });
const citationsOf = ({ attributes }: Execution) => answerSchema.parse(attributes.step_results.at(-1)?.output).citations;

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

test('a document is replaced by JSON and by a form; citations stay what they were', async () => {
  const id = await createKnowledgeBase(partner, { Shop: RETURNS });
  const listed = read(await partner.request(DOCUMENTS, { params: { id } }), page(knowledgeDocumentResource).schema);
  const document = listed.data[0]?.id ?? 0;
  const params = { id, document };
  const search = async () =>
    read(await partner.request(SEARCH, { params: { id }, query: { q: 'returned within days' } }), searchResult.schema)
      .data;
  const settings = { query: 'Within how many days can goods be returned?', kb_ids: [id] };
  const asked = await complete(partner, 'knowledge_base_query', { settings });

  const headers = { 'If-Match': (await partner.request(DOCUMENT, { params })).headers.get('ETag') ?? '' };
  const body = { content: RETURNS.replace('thirty', 'sixty'), file_name: 'returns.md' };
  const changed = documentIn(await partner.request(REPLACE, { params, body, headers }));
  expect(changed.attributes).toMatchObject({ title: 'Shop', status: 'ready', replacement: { version: 2 } });
  expectError(await partner.request(REPLACE, { params, body, headers }), 'PRECONDITION_FAILED');
  expect((await documentReplaced(partner, id, document)).attributes).toMatchObject({ version: 2, title: 'Shop' });
  expect(await search()).toMatchObject([{ document_id: document, text: expect.stringContaining('sixty days') }]);

  const form = await formOf('Store.pdf', pdfOf(['Returned within ninety days.']), { title: 'Store' });
  expect((await partner.request(REPLACE, { params, ...form })).status).toBe(200);
  const replaced = await documentReplaced(partner, id, document);
  expect(replaced.attributes).toMatchObject({ version: 3, title: 'Store', format: 'pdf' });
  expect(await search()).toMatchObject([{ title: 'Store', text: 'Returned within ninety days.' }]);
  const broken = await formOf('Store.pdf', Buffer.from('this is no PDF'));
  expect((await partner.request(REPLACE, { params, ...broken })).status).toBe(200);
  const { attributes } = await documentReplaced(partner, id, document);
  expect(attributes.replacement).toMatchObject({ status: 'failed', reason: expect.stringContaining('damaged') });
  expect(await search()).toHaveLength(1);

  const versions = read(await partner.request(VERSIONS, { params }), page(documentVersionResource).schema);
  expect(versions.data.map((version) => [version.id, version.attributes.status])).toEqual([
    [4, 'failed'],
    [3, 'ready'],
    [2, 'replaced'],
    [1, 'replaced'],
  ]);
  const citations = citationsOf(await ended(partner, asked.id));
  expect(citations).toEqual(citationsOf(asked));
  expect(citations[0]).toMatchObject({ document: 'Shop', quote: expect.stringContaining('thirty') });
});
