import type { ContentType } from '../capabilities/types.ts';
import type { WriterFieldName } from './fields.ts';

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
