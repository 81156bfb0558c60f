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
    name: text.describe('Display name.'),
    description: text.nullable().describe('Description for people; null if there is none.'),
    answer_threshold: z
      .number()
      .nullable()
      .describe('Minimum rank (0 to 1) for a passage to answer a question; null means the default, 0.45.'),
    documents: countSchema.describe('Number of its documents, whatever their status.'),
    passages: countSchema.describe('Number of searchable passages in all documents.'),
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
    knowledge_base_id: idSchema.describe('The knowledge base of the document.'),
    title: text.describe('Shown in citations.'),
    format: z.enum(DOCUMENT_FORMATS).describe('Format of the content in use.'),
    language: text.nullable().describe('BCP 47 tag, as given or as detected in the text; null if unknown.'),
    status: z
      .enum(DOCUMENT_STATUSES)
      .describe('`pending`: about to be read; `ready`: searchable; `failed`: see `reason`.'),
    reason: text
      .nullable()
      .describe('Why it could not be read, as a sentence for people; null if it was, or is pending.'),
    notes: text.nullable().describe('What was left out, such as hidden sheets or pages without text; null if nothing.'),
    sandbox: z
      .boolean()
      .describe(
        'Its content was uploaded with a sandbox key: embedded by the sandbox AI, for searches with such keys.',
      ),
    bytes: countSchema.describe('Size of the upload.'),
    passages: countSchema.describe('Number of its passages; 0 until it is read.'),
    version: idSchema.describe('Number of the version in use, from 1.'),
    content_hash: text.describe('SHA-256 of the upload, hexadecimal.'),
    duplicate_of: idSchema
      .nullable()
      .describe(
        'The oldest document of the base with the same bytes; null for that one itself. Searches return passages of both once.',
      ),
    replacement: z
      .object({
        version: idSchema.describe('Number of that version.'),
        status: z
          .enum(['pending', 'failed'])
          .describe('`pending`: replaces the present version once read; `failed`: does not.'),
        reason: text.nullable().describe('Why it could not be read, as a sentence for people; null if it is pending.'),
        content_hash: text.describe('SHA-256 of its upload, hexadecimal.'),
        bytes: countSchema.describe('Size of its upload.'),
      })
      .nullable()
      .describe('A newer version that is being read or could not be; null if the newest is in use.'),
    embedding: z
      .object({
        status: z
          .enum(EMBEDDING_STATUSES)
          .describe('`none`: not embedded; `pending`: being embedded; `failed`, `no_credits`: retried after an hour.'),
        model: text.nullable().describe('Model of the vectors; null if there are none.'),
      })
      .describe('Whether it can be found by meaning, and the embedding model. It can be found by words in any case.'),
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
    document_id: idSchema.describe('The document of the version.'),
    format: z.enum(DOCUMENT_FORMATS).describe('Format of its upload.'),
    status: z
      .enum(VERSION_STATUSES)
      .describe(
        '`pending`: being read; `ready`: in use; `failed`: see `reason`; `replaced`: superseded by a later version.',
      ),
    reason: text.nullable().describe('Why it could not be read, as a sentence for people; null unless it is `failed`.'),
    content_hash: text.describe('SHA-256 of its upload, hexadecimal.'),
    bytes: countSchema.describe('Size of its upload.'),
    passages: countSchema.describe('Number of its passages; 0 if it was not read.'),
    created_at: datetimeSchema,
  },
  present: ({ version, format, reason }: DocumentVersion, { language }) => ({
    id: version,
    attributes: { format: documentFormat.parse(format), reason: reason && translate(reason, language) },
  }),
});

const position = idSchema.describe('Position in the document, from 1.');
const section = text.describe('Headings above it, or its page; may be empty.');
const PASSAGE_TEXT = 'Text of the passage; for a Markdown document, as written.';

/** A passage beside another. */
const neighbourSchema = z.object({ id: idSchema, position, section, text: text.describe(PASSAGE_TEXT) });

const passageAttributes = {
  knowledge_base_id: idSchema.describe('The knowledge base of its document.'),
  document_id: idSchema.describe('The document of the passage.'),
  position,
  section,
  text: text.describe(PASSAGE_TEXT),
  characters: countSchema.describe('Length of the text.'),
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
  attributes: {
    ...passageAttributes,
    previous: neighbourSchema.nullable().describe('The previous passage; null for the first of the document.'),
    next: neighbourSchema.nullable().describe('The next passage; null for the last of the document.'),
  },
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
    passage_id: idSchema.describe('The passage.'),
    document_id: idSchema.describe('The document of the passage.'),
    title: text.describe('Title of the document.'),
    section,
    text: text.describe(PASSAGE_TEXT),
    rank: z
      .number()
      .describe('Share of the query that occurs in it, 0 to 1; rare words weigh more. 0 if found by meaning only.'),
    matched: z
      .object({
        words: z
          .array(text)
          .describe('Words and codes of the query that it contains or nearly contains, in lower case.'),
        meaning: z
          .number()
          .nullable()
          .describe(
            'Cosine similarity, at most 1; null if it is not among the nearest, or the search was by words only.',
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
              'Whether the search was also by meaning. `none`: no document is embedded; `limited`: too many queries; `unavailable`: the AI provider did not answer in time.',
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
