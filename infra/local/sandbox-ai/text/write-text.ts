import type { Brief } from '../brief/brief.ts';
import { subjectOf } from '../brief/subject.ts';
import type { Random } from '../random.ts';
import { Author } from './author.ts';
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

/** A text on what the brief asks for, in Markdown, within its length. */
export function writeText(brief: Brief, random: Random, bounds?: Bounds): string {
  const author = new Author(brief, subjectOf(brief), random);
  const { kind, document } = layoutOf(author);
  addKeywords(document, author);
  fitLength(document, bounds ?? brief.length ?? usualLength[kind] ?? otherLength, author);
  return render(document);
}
