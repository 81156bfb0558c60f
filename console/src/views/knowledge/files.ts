import { addKnowledgeBaseDocument, replaceKnowledgeBaseDocument } from '../../api/generated/client/sdk.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';
import { formFile } from '../../lib/form-file.ts';

/** File extensions that the API accepts. */
export const ACCEPTED_TYPES = '.txt,.text,.md,.markdown,.html,.htm,.xhtml,.csv,.tsv,.pdf,.docx,.xlsx,.xlsm,.pptx';
/** Maximum file size of the API. */
export const MAX_BYTES = 5 * 1_048_576;

/** Adds a file to a knowledge base. */
export async function addFile(base: number, file: File): Promise<KnowledgeDocument> {
  const { data } = await addKnowledgeBaseDocument({ path: { id: base }, ...formFile(file) });
  return data.data;
}

/** Replaces the content of a document by that of a file. */
export async function replaceByFile({ id, attributes }: KnowledgeDocument, file: File): Promise<KnowledgeDocument> {
  const path = { id: attributes.knowledge_base_id, document: id };
  const { data } = await replaceKnowledgeBaseDocument({ path, ...formFile(file) });
  return data.data;
}
