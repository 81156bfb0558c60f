import type { Author } from './author.ts';
import { render } from './document.ts';
import { type Bounds, fitLength } from './fit-length.ts';
import { addKeywords } from './keywords.ts';
import { layoutOf } from './layout.ts';

/** Usual lengths in words, for requests that name none. */
const usualLength: Record<string, Bounds> = {
  blog_post: { min: 350, max: 600 },
  text_content: { min: 180, max: 320 },
  email_draft: { min: 110, max: 190 },
  social_post: { min: 30, max: 60 },
  product_description: { min: 120, max: 220 },
  case_study: { min: 280, max: 450 },
  answer: { min: 60, max: 120 },
};
const otherLength: Bounds = { min: 160, max: 300 };

/** A text on what the author's brief asks for, in Markdown, within its length. */
export function writeText(author: Author, bounds?: Bounds): string {
  const { kind, document } = layoutOf(author);
  addKeywords(document, author);
  fitLength(document, bounds ?? author.brief.length ?? usualLength[kind] ?? otherLength, author);
  return render(document);
}

/** The same without a title, for a field that has its title elsewhere. */
export function writeBody(author: Author, bounds?: Bounds): string {
  const { kind, document } = layoutOf(author);
  document.title = undefined;
  addKeywords(document, author);
  fitLength(document, bounds ?? author.brief.length ?? usualLength[kind] ?? otherLength, author);
  return render(document);
}
