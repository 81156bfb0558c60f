import { operation } from '../../kernel/operation.ts';
import { knowledgeBaseParams, searchQuery } from '../schema.ts';
import { searchPassages } from '../search.ts';
import { ownKnowledgeBase } from '../target.ts';
import type { FoundPassage } from '../types.ts';

/** The passages of a knowledge base that say most of what is asked, best first. */
export const searchKnowledgeBase = operation({
  name: 'knowledge_bases.search',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: searchQuery,
  run: (deps, _call, { q, limit }, { id }): Promise<FoundPassage[]> =>
    searchPassages(deps.db, { baseIds: [id], query: q, limit }),
});
