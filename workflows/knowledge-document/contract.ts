import type { z } from 'zod';
import type { readDocument } from '../../domain/knowledge-bases/steps/read-document.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a document; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export type KnowledgeDocumentInput = z.input<typeof readDocument.input>;

/** Reads an uploaded document. */
export const KNOWLEDGE_DOCUMENT = {
  workflow: 'knowledgeDocument',
  id: 'knowledge-document',
  row: 'documentId',
  command: 'knowledge_base.read_document',
  start: ({ documentId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { documentId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/knowledge-bases` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `knowledge_document:${documentId}` },
    summary: `Document ${documentId} of partner ${partnerId}`,
    details: `Document ${documentId}. Safe to cancel or terminate: it fails, and can be uploaded again.`,
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'knowledge_base.read_document', KnowledgeDocumentInput>;
