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
