import { z } from 'zod';
import { MEANING_STATES } from '../../domain/knowledge-bases/meaning-search.ts';
import { documentFormat } from '../../domain/knowledge-bases/schema.ts';
import type { SearchResult } from '../../domain/knowledge-bases/search.ts';
import {
  DOCUMENT_FORMATS,
  DOCUMENT_STATUSES,
  type DocumentPassage,
  type DocumentVersion,
  EMBEDDING_STATUSES,
  type FoundPassage,
  type KnowledgeBase,
  type KnowledgeDocument,
  type PassageInContext,
  VERSION_STATUSES,
} from '../../domain/knowledge-bases/table.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, presenter, record, resource } from '../resource.ts';

const text = z.string();
const PREFIX = '/api/v1/content-workflow/knowledge-bases';

/** A knowledge base with the number of its documents and passages. */
export const knowledgeBaseResource = resource({
  type: 'knowledge_base',
  attributes: {
    name: text,
    description: text.nullable(),
    answer_threshold: z.number().nullable(),
    documents: countSchema,
    passages: countSchema,
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text, documents: text },
  present: ({ id }: KnowledgeBase) => ({
    links: { self: `${PREFIX}/${id}`, documents: `${PREFIX}/${id}/documents` },
  }),
});

/** A document with the state of its reading. */
export const knowledgeDocumentResource = resource({
  type: 'knowledge_document',
  attributes: {
    knowledge_base_id: idSchema,
    title: text,
    format: z.enum(DOCUMENT_FORMATS),
    language: text.nullable(),
    status: z.enum(DOCUMENT_STATUSES),
    reason: text.nullable(),
    notes: text.nullable(),
    sandbox: z
      .boolean()
      .describe('Its content was sent with a sandbox key: embedded by the sandbox AI, for searches with such keys.'),
    bytes: countSchema,
    passages: countSchema,
    version: idSchema.describe('Number of the version in use, from 1.'),
    content_hash: text.describe('SHA-256 of the upload, hexadecimal.'),
    duplicate_of: idSchema
      .nullable()
      .describe(
        'The oldest document of the base with the same bytes, null for that one itself; searches find what both say once.',
      ),
    replacement: z
      .object({
        version: idSchema,
        status: z.enum(['pending', 'failed']),
        reason: text.nullable(),
        content_hash: text,
        bytes: countSchema,
      })
      .nullable()
      .describe('A newer version that is being read, or could not be; null: the newest is in use.'),
    embedding: z
      .object({ status: z.enum(EMBEDDING_STATUSES), model: text.nullable() })
      .describe(
        'Whether it is found by meaning, and the model of the vectors that serve; by words it is found in any case.',
      ),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text },
  present: ({ replacement, ...document }: KnowledgeDocument, { language }) => ({
    attributes: {
      reason: document.reason && translate(document.reason, language),
      notes: document.notes && translate(document.notes, language),
      replacement: replacement && {
        ...replacement,
        reason: replacement.reason && translate(replacement.reason, language),
      },
      embedding: { status: document.embedding_status, model: document.embedding_model },
    },
    links: { self: `${PREFIX}/${document.knowledge_base_id}/documents/${document.id}` },
  }),
});

/** A version of a document's content. */
export const documentVersionResource = resource({
  type: 'knowledge_document_version',
  id: idSchema.describe('Number of the version, from 1.'),
  attributes: {
    document_id: idSchema,
    format: z.enum(DOCUMENT_FORMATS),
    status: z.enum(VERSION_STATUSES),
    reason: text.nullable(),
    content_hash: text,
    bytes: countSchema,
    passages: countSchema,
    created_at: datetimeSchema,
  },
  present: ({ version, format, reason }: DocumentVersion, { language }) => ({
    id: version,
    attributes: { format: documentFormat.parse(format), reason: reason && translate(reason, language) },
  }),
});

/** A passage beside another. */
const neighbourSchema = z.object({ id: idSchema, position: idSchema, section: text, text });

const passageAttributes = {
  knowledge_base_id: idSchema,
  document_id: idSchema,
  position: idSchema,
  section: text,
  text,
  characters: countSchema,
};

function linkOf(passage: DocumentPassage): string {
  return `${PREFIX}/${passage.knowledge_base_id}/documents/${passage.document_id}/passages/${passage.id}`;
}

function neighbour(passage: DocumentPassage | null): z.input<typeof neighbourSchema> | null {
  return passage && { id: passage.id, position: passage.position, section: passage.section, text: passage.text };
}

/** A passage of a document: what searches find and answers cite. */
export const knowledgePassageResource = resource({
  type: 'knowledge_passage',
  attributes: passageAttributes,
  links: { self: text },
  present: (passage: DocumentPassage) => ({
    attributes: { characters: passage.text.length },
    links: { self: linkOf(passage) },
  }),
});

/** A passage with those before and after it; null at the ends of the document. */
export const passageInContextResource = resource({
  type: 'knowledge_passage',
  name: 'KnowledgePassageInContext',
  attributes: { ...passageAttributes, previous: neighbourSchema.nullable(), next: neighbourSchema.nullable() },
  links: { self: text },
  present: (passage: PassageInContext) => ({
    attributes: {
      characters: passage.text.length,
      previous: neighbour(passage.previous),
      next: neighbour(passage.next),
    },
    links: { self: linkOf(passage) },
  }),
});

/** A passage in a search result. */
const passageRecord = record(
  z.object({
    passage_id: idSchema,
    document_id: idSchema,
    title: text,
    section: text,
    text,
    rank: z.number(),
    matched: z
      .object({
        words: z.array(text).describe('Words and codes of the query that it has or nearly has, in lower case.'),
        meaning: z
          .number()
          .nullable()
          .describe(
            'Likeness of meaning, a cosine of at most 1; null: not among the nearest, or searched by words only.',
          ),
      })
      .describe('Why it was found.'),
  }),
  ({ text: passage, words, similarity }: FoundPassage) => ({
    text: passage,
    matched: { words, meaning: similarity },
  }),
);

/** A search result, and whether meaning was used. */
export const searchResult = presenter(
  z
    .object({
      data: z.array(passageRecord.schema),
      meta: z
        .object({
          meaning: z
            .enum(MEANING_STATES)
            .describe(
              'Whether passages were found by meaning, too. `none`: no document is embedded; `limited`: too many queries; `unavailable`: the AI provider gave no answer in time.',
            ),
        })
        .meta({ title: 'KnowledgeSearchMeta' }),
    })
    .meta({ title: 'KnowledgeSearchResult' }),
  ({ passages, meaning }: SearchResult, context) => ({
    data: passages.map((passage) => passageRecord.present(passage, context)),
    meta: { meaning },
  }),
);
