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
    name: text.describe('Name for people.'),
    description: text.nullable().describe('What is in it, for people; null: nothing was said.'),
    answer_threshold: z
      .number()
      .nullable()
      .describe('Rank (0 to 1) from which a passage answers a question; null: the default, 0.45.'),
    documents: countSchema.describe('Number of its documents, whatever their status.'),
    passages: countSchema.describe('Number of passages of all of them, which searches find.'),
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
    knowledge_base_id: idSchema.describe('The knowledge base that it is in.'),
    title: text.describe('Shown where it is cited.'),
    format: z.enum(DOCUMENT_FORMATS).describe('Format of the content in use.'),
    language: text.nullable().describe('BCP 47 tag, as given or as detected in the text; null: unknown.'),
    status: z
      .enum(DOCUMENT_STATUSES)
      .describe('`pending`: it is read within moments; `ready`: searches find it; `failed`: see `reason`.'),
    reason: text
      .nullable()
      .describe('Why it could not be read, as a sentence for people; null: it could, or is pending.'),
    notes: text
      .nullable()
      .describe('What was left out of it, such as hidden sheets or pages without text; null: nothing to say.'),
    sandbox: z
      .boolean()
      .describe('Its content was sent with a sandbox key: embedded by the sandbox AI, for searches with such keys.'),
    bytes: countSchema.describe('Size of the upload.'),
    passages: countSchema.describe('Number of its passages; 0 until it is read.'),
    version: idSchema.describe('Number of the version in use, from 1.'),
    content_hash: text.describe('SHA-256 of the upload, hexadecimal.'),
    duplicate_of: idSchema
      .nullable()
      .describe(
        'The oldest document of the base with the same bytes, null for that one itself; searches find what both say once.',
      ),
    replacement: z
      .object({
        version: idSchema.describe('Number of that version.'),
        status: z
          .enum(['pending', 'failed'])
          .describe('`pending`: it takes the place of the present one once it is read; `failed`: it does not.'),
        reason: text.nullable().describe('Why it could not be read, as a sentence for people; null: it is pending.'),
        content_hash: text.describe('SHA-256 of its upload, hexadecimal.'),
        bytes: countSchema.describe('Size of its upload.'),
      })
      .nullable()
      .describe('A newer version that is being read, or could not be; null: the newest is in use.'),
    embedding: z
      .object({
        status: z
          .enum(EMBEDDING_STATUSES)
          .describe(
            '`none`: not embedded; `pending`: being embedded; `failed`, `no_credits`: tried again after an hour.',
          ),
        model: text.nullable().describe('Model of the vectors; null: there are none.'),
      })
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
    document_id: idSchema.describe('The document that it is a version of.'),
    format: z.enum(DOCUMENT_FORMATS).describe('Format of its upload.'),
    status: z
      .enum(VERSION_STATUSES)
      .describe(
        '`pending`: being read; `ready`: in use; `failed`: see `reason`; `replaced`: a later one took its place.',
      ),
    reason: text.nullable().describe('Why it could not be read, as a sentence for people; null unless it is `failed`.'),
    content_hash: text.describe('SHA-256 of its upload, hexadecimal.'),
    bytes: countSchema.describe('Size of its upload.'),
    passages: countSchema.describe('Number of its passages; 0 where it was not read.'),
    created_at: datetimeSchema,
  },
  present: ({ version, format, reason }: DocumentVersion, { language }) => ({
    id: version,
    attributes: { format: documentFormat.parse(format), reason: reason && translate(reason, language) },
  }),
});

const position = idSchema.describe('Its place in the document, from 1.');
const section = text.describe('Headings above it, or its page; may be empty.');
const PASSAGE_TEXT = 'Its text; of a Markdown document as it is written.';

/** A passage beside another. */
const neighbourSchema = z.object({ id: idSchema, position, section, text: text.describe(PASSAGE_TEXT) });

const passageAttributes = {
  knowledge_base_id: idSchema.describe('The knowledge base of its document.'),
  document_id: idSchema.describe('The document that it is of.'),
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
    previous: neighbourSchema.nullable().describe('The passage before it; null: it is the first of its document.'),
    next: neighbourSchema.nullable().describe('The passage after it; null: it is the last of its document.'),
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
    document_id: idSchema.describe('The document that it is of.'),
    title: text.describe('Title of the document.'),
    section,
    text: text.describe(PASSAGE_TEXT),
    rank: z
      .number()
      .describe('Share of the query that occurs in it, 0 to 1; rare words weigh more. 0: found by its meaning only.'),
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
