import type { KnowledgeBaseRow, KnowledgeDocumentRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'knowledge_base.read_document': {
      documentId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
    };
  }
}

/** A knowledge base with what is in it. */
export type KnowledgeBase = KnowledgeBaseRow & { documents: number; passages: number };

/** A document without its bytes, and whose it is. */
export type KnowledgeDocument = Omit<KnowledgeDocumentRow, 'source'> & { partner_id: number | null };

/** Which document; the key tells it from a later one under the same number, once a database was restored. */
export interface DocumentReference {
  documentId: number;
  rowKey: string;
}

/** A passage that was found. */
export interface FoundPassage {
  document_id: number;
  title: string;
  section: string;
  text: string;
  /** Of the document; BCP 47, null: unknown. */
  language: string | null;
  /** 0 to 1: how much of what the query says occurs in it, rare words weighing more. */
  rank: number;
}
