import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentFormat } from '../../infra/documents/port.ts';
import { decodeBase64 } from '../kernel/base64.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import {
  creationOrName,
  integer,
  languageTag,
  looseText,
  ofSandbox,
  onceValid,
  pageQuery,
  recordId,
  text,
} from '../kernel/schema.ts';
import { UploadedFile } from '../kernel/uploaded-file.ts';
import { findPassageInContext } from './document-passage-store.ts';
import { findDocument } from './document-store.ts';
import { findKnowledgeBase } from './store.ts';
import { DOCUMENT_FORMATS, type KnowledgeBase, type KnowledgeDocument, type PassageInContext } from './table.ts';

/** Maximum size of an uploaded document: 5 MiB. */
export const MAX_DOCUMENT_BYTES = 5 * 1_048_576;

export const knowledgeBaseParams = z.object({ id: recordId.describe('Id of a knowledge base.') });

export const documentParams = z.object({
  id: recordId.describe('Id of a knowledge base.'),
  document: recordId.describe('Id of a document in it.'),
});

export const passageParams = documentParams.extend({
  passage: recordId.describe('Id of a passage of the document.'),
});

const MAX_KNOWLEDGE_BASES = 20;

/** Knowledge bases by id. */
export const kbIds = z
  .array(recordId)
  .max(MAX_KNOWLEDGE_BASES, `Must have at most ${MAX_KNOWLEDGE_BASES} entries.`)
  .nullish();

export const listQuery = z.object(pageQuery());

export const listDocumentsQuery = z.object({ ...ofSandbox, ...pageQuery() });

export const listKnowledgeBasesQuery = z.object({ ...creationOrName, ...pageQuery() });

const MAX_QUERY_LENGTH = 1_000;
/** Maximum passages of a search result. */
const MAX_RESULTS = 20;
const DEFAULT_RESULTS = 10;

export const searchQuery = z.object({
  q: text(MAX_QUERY_LENGTH).describe('Words or a question; in the language of the documents unless they are embedded.'),
  limit: integer(1, MAX_RESULTS).default(DEFAULT_RESULTS).describe('Maximum number of passages.'),
});

const base = {
  name: text(200).describe('Display name in lists and choices.'),
  description: looseText(2_000)
    .nullable()
    .transform((value) => value || null)
    .optional()
    .describe('Description for people.'),
  answer_threshold: z
    .number('Must be a number.')
    .min(0, 'Must be at least 0.')
    .max(1, 'Must be at most 1.')
    .nullish()
    .describe('Minimum rank (0 to 1) for a passage to answer a question; null means the default, 0.45.'),
};

export const createKnowledgeBaseBody = z.object(base);

/** Body of an update; absent fields keep their values. */
export const updateKnowledgeBaseBody = z.object({ ...base, name: base.name.optional() });

const title = text(300);

export const updateDocumentBody = z.object({ title: title.describe('Shown in citations of the document.') });

const FORMAT_BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = {
  txt: 'text',
  text: 'text',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  pptx: 'pptx',
};

/** Text formats, which can be sent in JSON without encoding. */
const TEXTS: ReadonlySet<DocumentFormat> = new Set(['text', 'markdown', 'html', 'csv']);
/** Longer than any document in any encoding; the actual limit is in bytes. */
const MAX_CONTENT_LENGTH = 8_000_000;

function isBase64(content: string | UploadedFile): boolean {
  return content instanceof UploadedFile ? content.source !== null : decodeBase64(content) !== null;
}

/** A format of documents. */
export const documentFormat = z.enum(DOCUMENT_FORMATS);

/** Body of a new document without the checks of fields against each other. */
const uploadBody = z.object({
  title: title.optional().describe('Shown in citations; defaults to the file name.'),
  format: documentFormat.optional().describe('Defaults to the format of the file extension.'),
  language: languageTag().nullish().describe('BCP 47 tag; detected from the text by default.'),
  file_name: text(300).optional().describe('Name of the file, such as `prices.pdf`.'),
  content: z
    .union(
      [
        z
          .string('Must be a string.')
          .min(1, 'Must not be empty.')
          .max(MAX_CONTENT_LENGTH, `Must be at most ${MAX_CONTENT_LENGTH} characters.`),
        // Of a large body; the body's size limits it.
        z.instanceof(UploadedFile),
      ],
      'Must be a string.',
    )
    .describe('The document.'),
  encoding: z
    .enum(['utf8', 'base64'])
    .default('utf8')
    .describe('Encoding of `content`; PDF, DOCX, XLSX and PPTX require `base64`.'),
});

type UploadBody = z.output<typeof uploadBody>;

function problemsOf(context: z.RefinementCtx): (path: string, message: string) => void {
  return (path, message) => context.addIssue({ code: 'custom', path: [path], message });
}

/** Fields that `formatOf` and `checkContent` read. */
const ONCE_READABLE = onceValid('content', 'encoding', 'format', 'file_name');

/** Reports where content and encoding do not fit each other, or the format. */
function checkContent({ content, encoding }: UploadBody, format: DocumentFormat | undefined, context: z.RefinementCtx) {
  const problem = problemsOf(context);
  if (encoding === 'base64') {
    if (!isBase64(content)) problem('content', 'Must be base64.');
  } else if (format !== undefined && !TEXTS.has(format)) {
    problem('encoding', `Must be base64 for ${format}.`);
  }
}

/** Body of a new document: JSON, or the parsed form with a file. */
export const addDocumentBody = uploadBody
  .refine((body) => formatOf(body) !== undefined, {
    path: ['format'],
    error: 'Is required, unless `file_name` ends in .txt, .md, .html, .csv, .pdf, .docx, .xlsx or .pptx.',
    ...onceValid('format', 'file_name'),
  })
  .refine((body) => body.title !== undefined || body.file_name !== undefined, {
    path: ['title'],
    error: 'Is required.',
    ...onceValid('title', 'file_name'),
  })
  .superRefine((body, context) => checkContent(body, formatOf(body), context), ONCE_READABLE);

/** Body of what replaces a document: JSON, or the parsed form with a file. */
export const replaceDocumentBody = uploadBody.extend({
  title: title.optional().describe('New title; defaults to the present one.'),
  format: documentFormat.optional().describe('Defaults to the format of the file extension, or else stays as before.'),
});

/** The same for a document of a format. */
export function replaceDocumentBodyFor(current: DocumentFormat): typeof replaceDocumentBody {
  return replaceDocumentBody.superRefine(
    (body, context) => checkContent(body, formatOf(body) ?? current, context),
    ONCE_READABLE,
  );
}

/** An uploaded document. */
export interface GivenDocument {
  title: string;
  format: DocumentFormat;
  language: string | null;
  source: Buffer;
  /** SHA-256 of the source, hexadecimal. */
  contentHash: string;
}

/** The document of a valid body. */
export function documentOf(body: z.output<typeof addDocumentBody>): GivenDocument {
  const { file_name: fileName = '', content, encoding, language = null } = body;
  return {
    title: body.title ?? (fileName.replace(/\.[^.]*$/, '') || fileName),
    format: formatOf(body) ?? 'text',
    language,
    ...sourceOf(content, encoding),
  };
}

/** What a valid body replaces a document of a format by; no title: the document keeps its own. */
export function replacementOf(
  body: z.output<typeof replaceDocumentBody>,
  current: DocumentFormat,
): Omit<GivenDocument, 'title'> & { title: string | null } {
  const { title: newTitle = null, content, encoding, language = null } = body;
  return { title: newTitle, format: formatOf(body) ?? current, language, ...sourceOf(content, encoding) };
}

/** Throws PAYLOAD_TOO_LARGE for a document of more than 5 MiB. */
export function requireDocumentSize({ source }: Pick<GivenDocument, 'source'>): void {
  if (source.length <= MAX_DOCUMENT_BYTES) return;
  throw new AppError('PAYLOAD_TOO_LARGE', `A document must be at most ${MAX_DOCUMENT_BYTES} bytes.`);
}

function sourceOf(
  content: string | UploadedFile,
  encoding: 'utf8' | 'base64',
): Pick<GivenDocument, 'source' | 'contentHash'> {
  if (content instanceof UploadedFile && content.source && content.encoding === encoding) {
    return { source: content.source, contentHash: content.sha256 };
  }
  const source = Buffer.from(String(content), encoding);
  return { source, contentHash: createHash('sha256').update(source).digest('hex') };
}

function formatOf({
  format,
  file_name: fileName,
}: Pick<UploadBody, 'format' | 'file_name'>): DocumentFormat | undefined {
  const extension = /\.([^.]+)$/.exec(fileName ?? '')?.[1]?.toLowerCase() ?? '';
  return format ?? (Object.hasOwn(FORMAT_BY_EXTENSION, extension) ? FORMAT_BY_EXTENSION[extension] : undefined);
}

/** The caller's knowledge base; 404 when there is none, 403 when it is another partner's. */
export async function ownKnowledgeBase(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<KnowledgeBase> {
  return ownedBy(call, 'Knowledge base', await findKnowledgeBase(db, id), (base) => base.partner_id);
}

/** A document of the caller's knowledge base; 404 when it is not in it, 403 when the base is another partner's. */
export async function ownDocument(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id, document }: { id: number; document: number },
): Promise<KnowledgeDocument> {
  await ownKnowledgeBase(deps, call, { id });
  const found = await createdDocument(deps, call, document);
  if (found.knowledge_base_id !== id) throw notFound('Document');
  return found;
}

/** A passage of a document of the caller's; 404 when the document has none of this id. */
export async function ownPassage(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { passage, ...params }: z.output<typeof passageParams>,
): Promise<PassageInContext> {
  const document = await ownDocument(deps, call, params);
  const found = await findPassageInContext(deps.db, document.id, passage);
  if (!found) throw notFound('Passage');
  return found;
}

/** A document of the caller's by id alone, for repeated requests. */
export async function createdDocument({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<KnowledgeDocument> {
  return ownedBy(call, 'Document', await findDocument(db, id), (row) => row.partner_id);
}
