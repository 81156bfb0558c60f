import { listStale } from '../../kernel/stale-rows.ts';

/** Versions of documents whose reading may be lost. */
export const listStaleVersions = listStale('knowledge_bases.list_stale_versions', {
  table: 'knowledge_document_version',
  open: ['pending'],
  startedBy: 'knowledge_base.replace_document',
});

/** Documents whose reading may be lost. */
export const listStaleDocuments = listStale('knowledge_bases.list_stale', {
  table: 'knowledge_document',
  open: ['pending'],
  startedBy: 'knowledge_base.read_document',
});
