import { addKnowledgeBaseDocument, replaceKnowledgeBaseDocument } from '../../api/generated/client/sdk.gen.ts';
import type { KnowledgeDocument } from '../../api/generated/client/types.gen.ts';

/** File extensions that the API accepts. */
export const ACCEPTED_TYPES = '.txt,.text,.md,.markdown,.html,.htm,.xhtml,.csv,.tsv,.pdf,.docx,.xlsx,.xlsm,.pptx';
/** Maximum file size of the API. */
const MAX_BYTES = 5 * 1_048_576;

/** Whether the API would refuse the file because of its size. */
export function isTooLarge(file: File): boolean {
  return file.size > MAX_BYTES;
}

/** Adds a file to a knowledge base. */
export async function addFile(base: number, file: File): Promise<KnowledgeDocument> {
  const { data } = await addKnowledgeBaseDocument({ path: { id: base }, ...formOf(file) });
  return data.data;
}

/** Replaces the content of a document by that of a file. */
export async function replaceByFile({ id, attributes }: KnowledgeDocument, file: File): Promise<KnowledgeDocument> {
  const path = { id: attributes.knowledge_base_id, document: id };
  const { data } = await replaceKnowledgeBaseDocument({ path, ...formOf(file) });
  return data.data;
}

/** Sent as form data, because base64 in JSON is a third larger. The generated client only knows JSON. */
function formOf(file: File) {
  const form = new FormData();
  form.append('file', file);
  return {
    body: form as unknown as { content: string },
    bodySerializer: (body: unknown) => body as FormData,
    // The browser sets it, with the boundary.
    headers: { 'Content-Type': null },
    throwOnError: true,
  } as const;
}
