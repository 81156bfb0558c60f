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

/** A knowledge base with its numbers of documents and passages. */
export type KnowledgeBase = KnowledgeBaseRow & { documents: number; passages: number };

/** A document without its bytes, with its owner. */
export type KnowledgeDocument = Omit<KnowledgeDocumentRow, 'source'> & { partner_id: number | null };

/** A document by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface DocumentReference {
  documentId: number;
  rowKey: string;
}

/** A search result. */
export interface FoundPassage {
  document_id: number;
  title: string;
  section: string;
  text: string;
  /** Language of the document; BCP 47, null: unknown. */
  language: string | null;
  /** 0 to 1: how much of the query occurs in it, with rare words weighing more. */
  rank: number;
}
