import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { listQuery } from '../schema.ts';
import { listKnowledgeBases as listRows } from '../store.ts';

/** The partner's knowledge bases, newest first. */
export const listKnowledgeBases = operation({
  name: 'knowledge_bases.list',
  permission: 'view_content',
  params: nothing,
  input: listQuery,
  run: (deps, call, query) => listRows(deps.db, partnerOf(call), query),
});
