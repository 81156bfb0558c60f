import type { EmbeddingInputs } from '../../infra/ai/port.ts';
import {
  bigint,
  bits,
  boolean,
  bytes,
  date,
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
import type { Hold } from '../credits/ledger.ts';

/** Upload formats. */
export const DOCUMENT_FORMATS = ['text', 'markdown', 'html', 'csv', 'pdf', 'docx', 'xlsx', 'pptx'] as const;

/** States of a document: being read, searchable, or unreadable. */
export const DOCUMENT_STATUSES = ['pending', 'ready', 'failed'] as const;

/** States of a version of a document: being read, in use, unreadable, or after a later version took its place. */
export const VERSION_STATUSES = ['pending', 'ready', 'failed', 'replaced'] as const;

/**
 * Whether a document is found by its meaning: not (yet), being embedded, found, failed, or there were no credits for it. While a
 * document is embedded anew, its vectors of before serve.
 */
export const EMBEDDING_STATUSES = ['none', 'pending', 'ready', 'failed', 'no_credits'] as const;

/** On whose behalf a document is embedded; the key's daily cap applies. */
export type EmbeddingPayer = Pick<Hold, 'key' | 'caller'>;

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
    /** What was left out of a document that was read: sentences for the partner. */
    notes: varchar(500).nullable(),
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
    /** Its reading has not been started: others of the partner come first. */
    waits: boolean().default(false),
    /** Uploaded with a sandbox key: embedded for free by the sandbox AI. */
    sandbox: boolean().default(false),
    /** Whether it may be embedded: not where the uploading key may not use that capability. */
    embeds: boolean().default(true),
    /** Who pays for the embedding; null: nobody, since it is paid, or nobody could ask for it at the upload. */
    payer: json<EmbeddingPayer>().nullable(),
    embedding_status: oneOf(EMBEDDING_STATUSES, 12).default('none'),
    /** Space of the vectors that serve; null: there are none. */
    embedding_space_id: bigint().nullable(),
    /** Not embedded again before. */
    embedding_retry_at: timestamp().nullable(),
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
    /** Its reading has not been started: others of the partner come first. */
    waits: boolean().default(false),
    /** On which terms the document is embedded with this version: as its own of the same names. */
    sandbox: boolean().default(false),
    embeds: boolean().default(true),
    payer: json<EmbeddingPayer>().nullable(),
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

/** A model for embeddings with the length and the calibration of its vectors; only vectors of one space can be compared. */
export const knowledgeSpaceTable = table(
  'knowledge_space',
  {
    id: identity(),
    model: varchar(120),
    dimensions: integer(),
    /** How texts are sent to the model. */
    inputs: json<EmbeddingInputs>().default(() => "'{}'"),
    /** How its vectors are calibrated (`CALIBRATION_VERSION`). */
    calibration_version: integer().default(0),
    /** What they are calibrated by; null: not measured yet, so there are no vectors, or they are as the model sent them. */
    calibration: bytes().nullable(),
  },
  { because: 'A row for each model that the operator chose.' },
  { personal: [], nobody: 'Models of the operator.' },
);
export type KnowledgeSpaceRow = Row<typeof knowledgeSpaceTable>;

/** A space as a query is compared in it. */
export type QuerySpace = Omit<KnowledgeSpaceRow, 'calibration'>;

/** States of an embedding; the last two are final. */
export const EMBEDDING_RUN_STATUSES = ['running', 'completed', 'failed'] as const;

/** The embedding of a document: one run, which holds its credits. */
export const knowledgeEmbeddingTable = table(
  'knowledge_embedding',
  {
    id: identity(),
    row_key: uuid(),
    /** null: a document of the platform. */
    partner_id: bigint().nullable(),
    /** null once the document is deleted. */
    document_id: bigint().nullable(),
    space_id: bigint(),
    sandbox: boolean(),
    status: oneOf(EMBEDDING_RUN_STATUSES, 12),
    /** Passages of the document when it was accepted. */
    passages: integer(),
    /** Passages whose vectors are stored. */
    embedded: integer(),
    /** Credits held, and captured on completion. */
    credits: integer(),
    /** Class of the failure. */
    error: varchar(40).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 30, setting: 'RETENTION_KNOWLEDGE_EMBEDDING_DAYS' },
  { personal: [] },
);
export type KnowledgeEmbeddingRow = Row<typeof knowledgeEmbeddingTable>;

/** Vectors of passages: those that serve, and those of a run that is not complete. */
export const knowledgeVectorTable = table(
  'knowledge_vector',
  {
    passage_id: bigint().key(),
    space_id: bigint().key(),
    /** Of length 1; 32-bit floating-point numbers, little-endian. */
    vector: bytes(),
    /** The sign of each number; 1: positive. */
    bits: bits(),
    /** That of the space, of which a foreign key makes sure. */
    calibration_version: integer().default(0),
  },
  { with: 'knowledge_passage' },
  { personal: ['text'], of: [{ to: 'knowledge_passage', by: 'passage_id' }], secret: ['vector', 'bits'] },
);

/** Signs of the vectors that serve, for a search over all passages of bases. */
export const knowledgeSignatureTable = table(
  'knowledge_signature',
  { passage_id: bigint().key(), knowledge_base_id: bigint(), space_id: bigint(), bits: bits() },
  { with: 'knowledge_passage' },
  { personal: ['text'], of: [{ to: 'knowledge_passage', by: 'passage_id' }], secret: ['bits'] },
);

/** How many queries of a partner were embedded in the current minute and on the current UTC day. */
export const knowledgeQueryUseTable = table(
  'knowledge_query_use',
  {
    partner_id: bigint().key(),
    minute: timestamp(),
    in_minute: integer(),
    day: date(),
    in_day: integer(),
  },
  { because: 'One row for each partner.' },
  { personal: ['activity'] },
);

declare module '../kernel/command.ts' {
  interface Commands {
    'knowledge_base.embed_document': {
      embeddingId: number;
      rowKey: string;
      /** null: a document of the platform. */
      partnerId: number | null;
      sandbox: boolean;
      requestId: string;
    };
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
export type KnowledgeDocument = Omit<
  KnowledgeDocumentRow,
  'source' | 'index_version' | 'payer' | 'embedding_retry_at' | 'embeds' | 'waits'
> & {
  partner_id: number | null;
  /** Model of the vectors that serve. */
  embedding_model: string | null;
  /** The oldest document of the base with the same bytes; null: there is none before it. */
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
  /** Cosine of its vector and the query's, up to 1; null: not among the nearest, or there are no vectors. */
  similarity: number | null;
  /** Whether its meaning makes it an answer: near enough, and it has the codes and numbers of the query. */
  is_near: boolean;
  /** Whether it has all codes of the query. */
  has_codes: boolean;
}
