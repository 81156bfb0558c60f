import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that reads an uploaded document. */
export const KNOWLEDGE_DOCUMENT_WORKFLOW = 'knowledgeDocument';

/** Its id; unique for the life of the database. */
export function knowledgeDocumentWorkflowId(documentId: number): string {
  return `knowledge-document-${documentId}`;
}

/** Which document; the key tells it from a later one under the same number, once a database was restored. */
export interface KnowledgeDocumentInput {
  documentId: number;
  rowKey: string;
}

/** Work on what strangers wrote. */
export interface KnowledgeWork {
  /** Reads the document and makes it searchable; false when it cannot be read, or its reading had ended otherwise. */
  readDocument(input: KnowledgeDocumentInput): Promise<boolean>;
}

/** Short transitions, run within the workflow task. */
export interface KnowledgeTransitions {
  /** Ends the reading as failed for a class of failure; false when it had ended already. */
  failDocument(input: KnowledgeDocumentInput & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const knowledgeDocumentCommands: EngineCommands<'knowledge_base.read_document'> = {
  'knowledge_base.read_document': ({ documentId, rowKey, partnerId, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: KNOWLEDGE_DOCUMENT_WORKFLOW,
    workflowId: knowledgeDocumentWorkflowId(documentId),
    taskQueue: MAIN_QUEUE,
    args: [{ documentId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/knowledge-bases` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `knowledge_document:${documentId}` },
    summary: `Document ${documentId} of partner ${partnerId}`,
    details: `Document ${documentId}. Safe to cancel or terminate: it fails, and can be uploaded again.`,
    priority: priorityOf(partnerId),
  }),
};
