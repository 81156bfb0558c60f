import {
  bigint,
  bytes,
  identity,
  integer,
  oneOf,
  type Row,
  searchVector,
  table,
  text,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';

/** Forms in which documents are uploaded. */
export const DOCUMENT_FORMATS = ['text', 'markdown', 'pdf', 'docx'] as const;

/** States of a document: being read, in the search, or not to be read. */
export const DOCUMENT_STATUSES = ['pending', 'ready', 'failed'] as const;

/** Documents that are searched together; without a partner it is the platform's own. */
export const knowledgeBaseTable = table('knowledge_base', {
  id: identity(),
  partner_id: bigint().nullable(),
  name: varchar(200),
  description: varchar(2_000).nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type KnowledgeBaseRow = Row<typeof knowledgeBaseTable>;

/** A document of a knowledge base. */
export const knowledgeDocumentTable = table('knowledge_document', {
  id: identity(),
  row_key: uuid(),
  knowledge_base_id: bigint(),
  title: varchar(300),
  format: oneOf(DOCUMENT_FORMATS, 8),
  /** BCP 47, as the caller gave it, or as it was told from the text; null: unknown. */
  language: varchar(35).nullable(),
  status: oneOf(DOCUMENT_STATUSES, 7),
  /** Why it could not be read: a sentence for the partner. */
  reason: varchar(500).nullable(),
  /** What was uploaded, until it has been read. */
  source: bytes().nullable(),
  /** SHA-256 of it, hexadecimal. */
  content_hash: varchar(64),
  /** Its size. */
  bytes: integer(),
  /** How many there are. */
  passages: integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type KnowledgeDocumentRow = Row<typeof knowledgeDocumentTable>;

/** A part of a document that can be found and cited. */
export const knowledgePassageTable = table('knowledge_passage', {
  id: identity(),
  knowledge_base_id: bigint(),
  document_id: bigint(),
  /** Headings that it stands under, or its page; may be empty. */
  section: varchar(300),
  text: text(),
  search: searchVector(),
});

/** In how many passages of a base a lexeme occurs; the rarer, the more it says. */
export const knowledgeLexemeTable = table('knowledge_lexeme', {
  knowledge_base_id: bigint().key(),
  lexeme: text().key(),
  passages: integer(),
});
