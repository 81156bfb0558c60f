import {
  bigint,
  bytes,
  double,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  searchVector,
  table,
  text,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';

/** Upload formats. */
export const DOCUMENT_FORMATS = ['text', 'markdown', 'pdf', 'docx'] as const;

/** States of a document: being read, searchable, or unreadable. */
export const DOCUMENT_STATUSES = ['pending', 'ready', 'failed'] as const;

/** States of a version of a document: being read, in use, unreadable, or after a later version took its place. */
export const VERSION_STATUSES = ['pending', 'ready', 'failed', 'replaced'] as const;

/** A set of documents that are searched together. Without a partner it is the platform's own. */
export const knowledgeBaseTable = table(
  'knowledge_base',
  {
    id: identity(),
    partner_id: bigint().nullable(),
    name: varchar(200),
    description: varchar(2_000).nullable(),
    /** Rank from which a passage answers a question; null: the service's default. */
    answer_threshold: double().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text'] },
);
export type KnowledgeBaseRow = Row<typeof knowledgeBaseTable>;

/** An uploaded document; its passages are in `knowledge_passage`. */
export const knowledgeDocumentTable = table(
  'knowledge_document',
  {
    id: identity(),
    row_key: uuid(),
    knowledge_base_id: bigint(),
    title: varchar(300),
    format: oneOf(DOCUMENT_FORMATS, 8),
    /** BCP 47, as given by the caller or detected in the text; null: unknown. */
    language: varchar(35).nullable(),
    status: oneOf(DOCUMENT_STATUSES, 7),
    /** Why it could not be read: a message for the partner. */
    reason: varchar(500).nullable(),
    /** The uploaded bytes, until they have been read. */
    source: bytes().nullable(),
    /** SHA-256 of the upload, hexadecimal. */
    content_hash: varchar(64),
    /** Size of the upload. */
    bytes: integer(),
    /** Number of passages. */
    passages: integer(),
    /** Number of the version in use, from 1. */
    version: integer().default(1),
    /** How its passages are indexed (`INDEX_VERSION`). */
    index_version: integer().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { with: 'knowledge_base' },
  { personal: ['text'], of: [{ to: 'knowledge_base', by: 'knowledge_base_id' }] },
);
export type KnowledgeDocumentRow = Row<typeof knowledgeDocumentTable>;

/**
 * Content that replaces a document's, and what was replaced. The first version has no row before a later one takes its
 * place: the document itself has it.
 */
export const knowledgeDocumentVersionTable = table(
  'knowledge_document_version',
  {
    id: identity(),
    row_key: uuid(),
    document_id: bigint(),
    /** From 1, in the order in which they were uploaded. */
    version: integer(),
    /** Title that the document gets with this version; null: it keeps its own. */
    title: varchar(300).nullable(),
    /** One of `DOCUMENT_FORMATS`. */
    format: varchar(8),
    /** BCP 47, as given by the caller or detected in the text; null: unknown. */
    language: varchar(35).nullable(),
    status: oneOf(VERSION_STATUSES, 8),
    /** Why it could not be read: a message for the partner. */
    reason: varchar(500).nullable(),
    /** The uploaded bytes, until they have been read. */
    source: bytes().nullable(),
    /** SHA-256 of the upload, hexadecimal. */
    content_hash: varchar(64),
    /** Size of the upload. */
    bytes: integer(),
    /** Number of passages. */
    passages: integer(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { with: 'knowledge_document' },
  { personal: ['text'], of: [{ to: 'knowledge_document', by: 'document_id' }] },
);
export type KnowledgeDocumentVersionRow = Row<typeof knowledgeDocumentVersionTable>;

/** A part of a document that can be found and cited. */
export const knowledgePassageTable = table(
  'knowledge_passage',
  {
    id: identity(),
    knowledge_base_id: bigint(),
    document_id: bigint(),
    /** Headings above it, or its page; may be empty. */
    section: varchar(300),
    text: text(),
    search: searchVector(),
  },
  { with: 'knowledge_document' },
  { personal: ['text'], of: [{ to: 'knowledge_document', by: 'document_id' }] },
);

/** Number of passages of a base with a lexeme; the rarer it is, the more it weighs. */
export const knowledgeLexemeTable = table(
  'knowledge_lexeme',
  {
    knowledge_base_id: bigint().key(),
    lexeme: text().key(),
    passages: integer(),
  },
  { with: 'knowledge_base' },
  { personal: ['text'], of: [{ to: 'knowledge_base', by: 'knowledge_base_id' }] },
);

declare module '../kernel/command.ts' {
  interface Commands {
    'knowledge_base.read_document': {
      documentId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
    };
    'knowledge_base.replace_document': {
      versionId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
    };
  }
}

/** A knowledge base with its numbers of documents and passages. */
export type KnowledgeBase = KnowledgeBaseRow & { documents: number; passages: number };

/** A version that is to replace a document's content, or could not be read. */
export type Replacement = Pick<KnowledgeDocumentVersionRow, 'version' | 'reason' | 'content_hash' | 'bytes'> & {
  status: 'pending' | 'failed';
};

/** A document without its bytes, with its owner. */
export type KnowledgeDocument = Omit<KnowledgeDocumentRow, 'source' | 'index_version'> & {
  partner_id: number | null;
  /** The oldest other document of the base with the same bytes; null: there is none. */
  duplicate_of: number | null;
  /** The newest version that is not in use; null: the newest is. */
  replacement: Replacement | null;
};

/** Columns of `KnowledgeDocument` that are read beside its own. */
export const DOCUMENT_STATE = { duplicate_of: bigint().nullable(), replacement: json<Replacement | null>().nullable() };

/** A version of a document as its history shows it. */
export type DocumentVersion = Pick<
  KnowledgeDocumentVersionRow,
  'document_id' | 'version' | 'format' | 'status' | 'reason' | 'content_hash' | 'bytes' | 'passages' | 'created_at'
>;

/** A document by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface DocumentReference {
  documentId: number;
  rowKey: string;
}

/** A version of a document by id; `rowKey` as that of a document. */
export interface VersionReference {
  versionId: number;
  rowKey: string;
}

/** A passage as part of its document. */
export interface DocumentPassage {
  id: number;
  knowledge_base_id: number;
  document_id: number;
  /** Its place in the document, from 1. */
  position: number;
  section: string;
  text: string;
}

/** A passage with those before and after it; null at the beginning and end of the document. */
export interface PassageInContext extends DocumentPassage {
  previous: DocumentPassage | null;
  next: DocumentPassage | null;
}

/** A search result. */
export interface FoundPassage {
  passage_id: number;
  knowledge_base_id: number;
  document_id: number;
  title: string;
  section: string;
  text: string;
  /** Language of the document; BCP 47, null: unknown. */
  language: string | null;
  /** 0 to 1: how much of the query occurs in it, with rare words weighing more. */
  rank: number;
  /** Words and codes of the query that it has or nearly has, in lower case. */
  words: string[];
}
