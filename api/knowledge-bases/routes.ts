import { addDocument } from '../../domain/knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../../domain/knowledge-bases/operations/create-knowledge-base.ts';
import { deleteDocument } from '../../domain/knowledge-bases/operations/delete-document.ts';
import { deleteKnowledgeBase } from '../../domain/knowledge-bases/operations/delete-knowledge-base.ts';
import {
  getDocument,
  getKnowledgeBase,
  listDocuments,
  listKnowledgeBases,
  searchKnowledgeBase,
} from '../../domain/knowledge-bases/operations/reads.ts';
import { updateDocument } from '../../domain/knowledge-bases/operations/update-document.ts';
import { updateKnowledgeBase } from '../../domain/knowledge-bases/operations/update-knowledge-base.ts';
import { MAX_DOCUMENT_BYTES } from '../../domain/knowledge-bases/rules.ts';
import { all, one, page } from '../resource.ts';
import { route } from '../route.ts';
import { knowledgeBaseResource, knowledgeDocumentResource, passageRecord } from './resource.ts';

const PREFIX = '/content-workflow/knowledge-bases';

export const listKnowledgeBasesRoute = route({
  method: 'GET',
  path: PREFIX,
  summary: 'List knowledge bases, newest first',
  extension: true,
  operation: listKnowledgeBases,
  body: page(knowledgeBaseResource),
});

export const createKnowledgeBaseRoute = route({
  method: 'POST',
  path: PREFIX,
  summary: 'Add a knowledge base',
  extension: true,
  operation: createKnowledgeBase,
  status: 201,
  body: one(knowledgeBaseResource),
  errors: ['CONFLICT'],
});

export const getKnowledgeBaseRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}`,
  summary: 'One knowledge base',
  extension: true,
  operation: getKnowledgeBase,
  body: one(knowledgeBaseResource),
});

export const updateKnowledgeBaseRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}`,
  summary: 'Change name or description of a knowledge base',
  extension: true,
  operation: updateKnowledgeBase,
  body: one(knowledgeBaseResource),
});

export const deleteKnowledgeBaseRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}`,
  summary: 'Remove a knowledge base with its documents',
  extension: true,
  operation: deleteKnowledgeBase,
});

export const searchKnowledgeBaseRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/search`,
  summary: 'Search a knowledge base for passages, best first',
  description:
    '`rank` is 0 to 1: how much of what the query says occurs in the passage; rare words weigh more. Costs nothing.',
  extension: true,
  operation: searchKnowledgeBase,
  body: all(passageRecord),
});

export const listDocumentsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/documents`,
  summary: 'List the documents of a knowledge base, newest first',
  extension: true,
  operation: listDocuments,
  body: page(knowledgeDocumentResource),
});

export const addDocumentRoute = route({
  method: 'POST',
  path: `${PREFIX}/{id}/documents`,
  summary: 'Add a document: text, Markdown, PDF or DOCX of at most 5 MiB',
  description:
    'As JSON, or as a form (multipart/form-data) with a `file`, and perhaps `title`, `format` and `language`. It is read afterwards: `status` is `pending`, then `ready`, or `failed` with a `reason`.',
  extension: true,
  operation: addDocument,
  upload: { maxBytes: MAX_DOCUMENT_BYTES },
  status: 201,
  body: one(knowledgeDocumentResource),
  errors: ['CONFLICT'],
});

export const getDocumentRoute = route({
  method: 'GET',
  path: `${PREFIX}/{id}/documents/{document}`,
  summary: 'One document, and how far its reading is',
  extension: true,
  operation: getDocument,
  body: one(knowledgeDocumentResource),
});

export const updateDocumentRoute = route({
  method: 'PATCH',
  path: `${PREFIX}/{id}/documents/{document}`,
  summary: 'Give a document another title',
  extension: true,
  operation: updateDocument,
  body: one(knowledgeDocumentResource),
});

export const deleteDocumentRoute = route({
  method: 'DELETE',
  path: `${PREFIX}/{id}/documents/{document}`,
  summary: 'Remove a document',
  extension: true,
  operation: deleteDocument,
});
