import { operation } from '../../kernel/operation.ts';
import { knowledgeBaseParams, listQuery } from '../schema.ts';
import { listDocuments as listRows } from '../store.ts';
import { ownKnowledgeBase } from '../target.ts';

/** The documents of a knowledge base, newest first. */
export const listDocuments = operation({
  name: 'knowledge_bases.list_documents',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: listQuery,
  run: (deps, _call, query, { id }) => listRows(deps.db, id, query),
});
