import { beforeAll, expect, test } from '@jest/globals';
import { knowledgePassageResource, passageInContextResource } from '../../api/knowledge-bases/resource.ts';
import { one, page } from '../../api/resource.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createKnowledgeBase, documentIn, documentRead, passagesOf } from '../environment/knowledge-bases.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const ADD: RouteName = 'POST /content-workflow/knowledge-bases/{id}/documents';
const REMOVE: RouteName = 'DELETE /content-workflow/knowledge-bases/{id}/documents/{document}';
const PASSAGES: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages';
const PASSAGE: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages/{passage}';

const SECTIONS = ['Returns', 'Shipping', 'Payment', 'Repairs', 'Contact'];

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

/** A document with a passage for each section, in a base. */
async function handbook(owner: Partner, id: number): Promise<number> {
  const content = SECTIONS.map((title) => `# ${title}\n\nAll about ${title}.`).join('\n\n');
  const body = { title: 'Handbook', format: 'markdown', content };
  const { id: document } = documentIn(await owner.request(ADD, { params: { id }, body }));
  await documentRead(owner, id, document);
  return document;
}

test('passages are listed in the order of the text, by page and by cursor', async () => {
  const id = await createKnowledgeBase(partner, { Earlier: 'Another document of the base.' });
  const document = await handbook(partner, id);
  const passages = await passagesOf(partner, id, document);
  expect(passages.map(({ attributes }) => attributes)).toEqual(
    SECTIONS.map((section, index) => ({
      knowledge_base_id: id,
      document_id: document,
      position: index + 1,
      section,
      text: `All about ${section}.`,
      characters: `All about ${section}.`.length,
    })),
  );
  const listed = async (query: Record<string, string | number>) =>
    read(await partner.request(PASSAGES, { params: { id, document }, query }), page(knowledgePassageResource).schema);
  const second = await listed({ page: 2, per_page: 2 });
  expect({ data: second.data, total: second.meta.total }).toEqual({ data: passages.slice(2, 4), total: 5 });
  const followed = [];
  for (let cursor: string | null | undefined = 'begin'; cursor; ) {
    const { data, meta } = await listed({ cursor, per_page: 2 });
    followed.push(...data);
    cursor = meta.next_cursor;
  }
  expect(followed).toEqual(passages);
});

test('a passage shows those before and after it', async () => {
  const id = await createKnowledgeBase(partner);
  const document = await handbook(partner, id);
  const passages = await passagesOf(partner, id, document);
  for (const [index, passage] of passages.entries()) {
    const reply = await partner.request(PASSAGE, { params: { id, document, passage: passage.id } });
    const { data } = read(reply, one(passageInContextResource).schema);
    const { previous, next, ...attributes } = data.attributes;
    expect({ ...data, attributes }).toEqual(passage);
    expect([previous?.id, next?.id]).toEqual([passages[index - 1]?.id, passages[index + 1]?.id]);
    expect([previous?.text, next?.text]).toEqual([
      passages[index - 1]?.attributes.text,
      passages[index + 1]?.attributes.text,
    ]);
  }
});

test('a passage is found in its own document only, by its partner only, and as long as the document is there', async () => {
  const id = await createKnowledgeBase(partner);
  const [document, second] = [await handbook(partner, id), await handbook(partner, id)];
  const passage = (await passagesOf(partner, id, document))[0]?.id ?? 0;
  const params = { id, document, passage };
  expectError(await partner.request(PASSAGE, { params: { ...params, document: second } }), 'NOT_FOUND');
  expectError(await other.request(PASSAGE, { params }), 'FORBIDDEN');
  expectError(await other.request(PASSAGES, { params: { id, document } }), 'FORBIDDEN');
  expect((await partner.request(REMOVE, { params: { id, document } })).status).toBe(204);
  expectError(await partner.request(PASSAGE, { params }), 'NOT_FOUND');
  expectError(await partner.request(PASSAGES, { params: { id, document } }), 'NOT_FOUND');
});

test('a document that could not be read has no passages', async () => {
  const id = await createKnowledgeBase(partner);
  const content = Buffer.from('this is no PDF').toString('base64');
  const body = { title: 'Broken', format: 'pdf', content, encoding: 'base64' };
  const { id: document } = documentIn(await partner.request(ADD, { params: { id }, body }));
  expect((await documentRead(partner, id, document)).attributes.status).toBe('failed');
  expect(await passagesOf(partner, id, document)).toEqual([]);
});
