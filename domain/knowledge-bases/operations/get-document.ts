import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { documentParams } from '../schema.ts';
import { ownDocument } from '../target.ts';
import type { KnowledgeDocument } from '../types.ts';

/** One document, and how far its reading is. */
export const getDocument = operation({
  name: 'knowledge_bases.get_document',
  permission: 'view_content',
  params: documentParams,
  target: ownDocument,
  input: nothing,
  run: async (_deps, _call, _input, document): Promise<KnowledgeDocument> => document,
});
