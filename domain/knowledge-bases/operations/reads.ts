import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { selectDocumentPassages } from '../document-passage-store.ts';
import { selectDocuments } from '../document-store.ts';
import { askerOf } from '../query-embedding.ts';
import {
  documentParams,
  knowledgeBaseParams,
  listDocumentsQuery,
  listKnowledgeBasesQuery,
  listQuery,
  ownDocument,
  ownKnowledgeBase,
  ownPassage,
  passageParams,
  searchQuery,
} from '../schema.ts';
import { type SearchResult, searchPassages } from '../search.ts';
import { selectKnowledgeBases } from '../store.ts';
import { selectVersions } from '../version-store.ts';

/** The partner's knowledge bases, newest first. */
export const listKnowledgeBases = operation({
  name: 'knowledge_bases.list',
  permission: 'view_content',
  params: nothing,
  input: listKnowledgeBasesQuery,
  run: (deps, call, query) => selectKnowledgeBases(deps.db, partnerOf(call), query),
});

/** One knowledge base. */
export const getKnowledgeBase = readOperation({
  name: 'knowledge_bases.get',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
});

/** The documents of a knowledge base, newest first. */
export const listDocuments = operation({
  name: 'knowledge_bases.list_documents',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: listDocumentsQuery,
  run: (deps, _call, query, { id }) => selectDocuments(deps.db, id, query),
});

/** One document with its status. */
export const getDocument = readOperation({
  name: 'knowledge_bases.get_document',
  permission: 'view_content',
  params: documentParams,
  target: ownDocument,
});

/** The versions of a document, newest first. */
export const listVersions = operation({
  name: 'knowledge_bases.list_versions',
  permission: 'view_content',
  params: documentParams,
  target: ownDocument,
  input: listQuery,
  run: (deps, _call, query, { id }) => selectVersions(deps.db, id, query),
});

/** The passages of a document, in the order of its text. */
export const listPassages = operation({
  name: 'knowledge_bases.list_passages',
  permission: 'view_content',
  params: documentParams,
  target: ownDocument,
  input: listQuery,
  run: (deps, _call, query, { id }) => selectDocumentPassages(deps.db, id, query),
});

/** One passage of a document with its neighbours. */
export const getPassage = readOperation({
  name: 'knowledge_bases.get_passage',
  permission: 'view_content',
  params: passageParams,
  target: ownPassage,
});

/** The passages of a knowledge base that match a query best, best first. */
export const searchKnowledgeBase = operation({
  name: 'knowledge_bases.search',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: searchQuery,
  run: (deps, call, { q, limit }, { id }): Promise<SearchResult> =>
    searchPassages(deps, { baseIds: [id], query: q, limit, asker: askerOf(call) }),
});
