import type { ContentType } from '../capabilities/types.ts';

/** Kinds of texts that templates make. */
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

/** A kind of text that the writer makes: what it wants to know, and how the AI is asked for it. */
export interface WriterTemplate {
  /** Never changed or used again; favourites keep it. */
  id: number;
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  /** Only for plans from business up. */
  premium: boolean;
  /** What must be told, in the order in which people are asked. */
  required: readonly WriterFieldName[];
  /** What may be told besides. */
  optional: readonly WriterFieldName[];
  /** Who writes, and how. */
  brief: string;
  /** What is to be written. */
  task: string;
  /** Rules for the form of the text. */
  form: readonly string[];
  output: {
    /** What a saved text is on the board. */
    contentType: ContentType;
    /** Several short entries rather than one text. */
    isList?: true;
    /** Longest that such a text is, words, whatever length is asked for. */
    maxWords?: number;
  };
}

/** A template as the files of the catalogue write it; what is left out is the same for most. */
type Entry = Omit<WriterTemplate, 'category' | 'premium' | 'optional'> &
  Partial<Pick<WriterTemplate, 'premium' | 'optional'>>;

/** Completes the templates of one category. */
export function templates(category: WriterTemplate['category'], entries: readonly Entry[]): readonly WriterTemplate[] {
  return entries.map((entry) => ({ premium: false, optional: [], ...entry, category }));
}

/** How people are asked for a field, and how long it may be, characters. */
interface WriterField {
  question: string;
  /** One line, or many. */
  type: 'text' | 'textarea';
  max: number;
}

const field = (type: WriterField['type'], question: string, max = type === 'text' ? 500 : 10_000): WriterField => ({
  type,
  question,
  max,
});

/** Everything that templates ask for. */
export const WRITER_FIELDS = {
  description: field('textarea', 'What is it about?'),
  article_title: field('text', 'What is the title of the article?'),
  focus_keywords: field('text', 'Which keywords should it be found by?'),
  title: field('text', 'What is the title or subject?'),
  text_to_summary: field('textarea', 'Which text is to be summarised?', 20_000),
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

/** Names of all fields. */
export const WRITER_FIELD_NAMES = Object.keys(WRITER_FIELDS) as WriterFieldName[];
