import { listStale } from '../../kernel/stale-rows.ts';

/** Documents whose reading may be lost. */
export const listStaleDocuments = listStale('knowledge_bases.list_stale', {
  table: 'knowledge_document',
  open: ['pending'],
  startedBy: 'knowledge_base.read_document',
});
