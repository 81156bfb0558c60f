import type { z } from 'zod';
import type { readVersion } from '../../domain/knowledge-bases/steps/read-version.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a version of a document; the key distinguishes it from a later one with the same number, after a restore. */
export type KnowledgeReplacementInput = z.input<typeof readVersion.input>;

/** Reads what replaces a document. */
export const KNOWLEDGE_REPLACEMENT = {
  workflow: 'knowledgeReplacement',
  id: 'knowledge-replacement',
  row: 'versionId',
  command: 'knowledge_base.replace_document',
  start: ({ versionId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { versionId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/knowledge-bases` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `knowledge_document_version:${versionId}` },
    summary: `Version ${versionId} of a document of partner ${partnerId}`,
    details: `Version ${versionId}. Safe to cancel or terminate: it fails, the document keeps what it has.`,
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'knowledge_base.replace_document', KnowledgeReplacementInput>;
