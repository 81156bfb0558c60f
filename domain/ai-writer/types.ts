import type { ContentType } from '../capabilities/types.ts';

/** Categories of templates, in the order of the list. */
export const TEMPLATE_CATEGORIES = [
  'blog',
  'text',
  'product',
  'ads',
  'social',
  'video',
  'email',
  'web',
  'code',
] as const;
type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** A kind of text: its input fields and its part of the prompt. */
export interface WriterTemplate {
  /** Never changed or reused, because favourites store it. */
  id: number;
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  /** Requires the business plan or higher. */
  premium: boolean;
  /** Required fields, in the order of the form. */
  required: readonly WriterFieldName[];
  /** Optional fields. */
  optional: readonly WriterFieldName[];
  /** Role and style of the writer. */
  brief: string;
  /** The task. */
  task: string;
  /** Rules for the form of the text. */
  form: readonly string[];
  output: {
    /** Content type of a saved text. */
    contentType: ContentType;
    /** A list of short entries instead of one text. */
    isList?: true;
    /** Maximum length, words, whatever length is requested. */
    maxWords?: number;
  };
}

/** A template in the catalogue's files; omitted fields have defaults. */
type Entry = Omit<WriterTemplate, 'category' | 'premium' | 'optional'> &
  Partial<Pick<WriterTemplate, 'premium' | 'optional'>>;

/** Fills in the defaults for the templates of one category. */
export function templates(category: WriterTemplate['category'], entries: readonly Entry[]): readonly WriterTemplate[] {
  return entries.map((entry) => ({ premium: false, optional: [], ...entry, category }));
}

/** A field's question in the form and its maximum length, characters. */
interface WriterField {
  question: string;
  /** Single line or multi-line. */
  type: 'text' | 'textarea';
  max: number;
}

/** Most fields of a template. */
export const MAX_FIELDS = 12;
/** Longest value of a field, characters: what a prompt takes of one. */
export const MAX_FIELD = 20_000;

/** Most words of a text. */
export const MAX_LENGTH = 2_000;

/** Maximum length of a field's value unless it has another one, characters. */
export const DEFAULT_MAX = { text: 500, textarea: 10_000 } as const;

const field = (type: WriterField['type'], question: string, max: number = DEFAULT_MAX[type]): WriterField => ({
  type,
  question,
  max,
});

/** All fields of templates. */
export const WRITER_FIELDS = {
  description: field('textarea', 'What is it about?'),
  article_title: field('text', 'What is the title of the article?'),
  focus_keywords: field('text', 'Which keywords should it be found by?'),
  title: field('text', 'What is the title or subject?'),
  text_to_summary: field('textarea', 'Which text is to be summarized?', 20_000),
  contents: field('textarea', 'Which text is to be rewritten?', 20_000),
  keywords: field('text', 'Which keywords should be in it?'),
  product_name: field('text', 'What is the product called?'),
  seed_words: field('text', 'Which words should the name play on?'),
  product_description: field('textarea', 'What does the product do?'),
  audience: field('text', 'Who reads it?', 300),
  subject: field('text', 'What is the subject line about?'),
  code_language: field('text', 'In which programming language?', 100),
} as const satisfies Record<string, WriterField>;

export type WriterFieldName = keyof typeof WRITER_FIELDS;

/** Names of all fields, in the order of `WRITER_FIELDS`. */
export const WRITER_FIELD_NAMES = Object.keys(WRITER_FIELDS) as WriterFieldName[];
