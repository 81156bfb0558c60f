import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { knowledgeBaseParams } from '../schema.ts';
import { ownKnowledgeBase } from '../target.ts';
import type { KnowledgeBase } from '../types.ts';

/** One knowledge base. */
export const getKnowledgeBase = operation({
  name: 'knowledge_bases.get',
  permission: 'view_content',
  params: knowledgeBaseParams,
  target: ownKnowledgeBase,
  input: nothing,
  run: async (_deps, _call, _input, base): Promise<KnowledgeBase> => base,
});
