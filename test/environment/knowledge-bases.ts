import { expect } from '@jest/globals';
import type { z } from 'zod';
import {
  knowledgeBaseResource,
  knowledgeDocumentResource,
  knowledgePassageResource,
} from '../../api/knowledge-bases/resource.ts';
import { one, page } from '../../api/resource.ts';
import { type Reply, type RouteName, read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const ADD_DOCUMENT: RouteName = 'POST /content-workflow/knowledge-bases/{id}/documents';
const SHOW_DOCUMENT: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents/{document}';

type KnowledgeBase = z.output<typeof knowledgeBaseResource.schema>;
type KnowledgeDocument = z.output<typeof knowledgeDocumentResource.schema>;

/** The knowledge base of an answer. */
export function knowledgeBaseIn(reply: Reply): KnowledgeBase {
  return read(reply, one(knowledgeBaseResource).schema).data;
}

/** The document of an answer. */
export function documentIn(reply: Reply): KnowledgeDocument {
  return read(reply, one(knowledgeDocumentResource).schema).data;
}

/** Adds a knowledge base with a Markdown document for each of the texts, and waits until they have been read. */
export async function createKnowledgeBase(partner: Partner, texts: Record<string, string> = {}): Promise<number> {
  const reply = await partner.request('POST /content-workflow/knowledge-bases', { body: { name: 'Base' } });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  const { id } = knowledgeBaseIn(reply);
  for (const [title, content] of Object.entries(texts)) {
    const added = await partner.request(ADD_DOCUMENT, { params: { id }, body: { title, format: 'markdown', content } });
    expect(added.status).toBe(201);
    expect((await documentRead(partner, id, documentIn(added).id)).attributes.status).toBe('ready');
  }
  return id;
}

/** A document once it has been read, or could not be. */
export function documentRead(partner: Partner, id: number, document: number): Promise<KnowledgeDocument> {
  return waitUntil('the document to be read', async () => {
    const found = documentIn(await partner.request(SHOW_DOCUMENT, { params: { id, document } }));
    return found.attributes.status === 'pending' ? undefined : found;
  });
}

/** A document once what replaces it is in use, or could not be read. */
export function documentReplaced(partner: Partner, id: number, document: number): Promise<KnowledgeDocument> {
  return waitUntil('the document to be replaced', async () => {
    const found = documentIn(await partner.request(SHOW_DOCUMENT, { params: { id, document } }));
    return found.attributes.replacement?.status === 'pending' ? undefined : found;
  });
}

/** The first page of a base's documents. */
export async function documentsOf(partner: Partner, id: number): Promise<KnowledgeDocument[]> {
  const reply = await partner.request('GET /content-workflow/knowledge-bases/{id}/documents', { params: { id } });
  return read(reply, page(knowledgeDocumentResource).schema).data;
}

/** The first page of a document's passages. */
export async function passagesOf(
  partner: Partner,
  id: number,
  document: number,
): Promise<z.output<typeof knowledgePassageResource.schema>[]> {
  const reply = await partner.request(`GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages`, {
    params: { id, document },
  });
  return read(reply, page(knowledgePassageResource).schema).data;
}

/** A form with a file, as a browser sends it. */
export async function formOf(
  name: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
  };
}
