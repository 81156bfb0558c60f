import type { Author } from './author.ts';
import type { Document } from './document.ts';
import { answerDocument } from './layouts/answer.ts';
import { articleDocument } from './layouts/article.ts';
import { faqDocument } from './layouts/faq.ts';
import { listDocument, listKinds } from './layouts/list.ts';
import { emailDocument, productDocument, socialDocument } from './layouts/message.ts';
import { rewriteDocument, sourceOf } from './layouts/rewrite.ts';
import { shortDocument, taglineDocument } from './layouts/tagline.ts';

/** Kinds that a free task gives away by its words, in the order in which they are tried. */
const hints: [RegExp, string][] = [
  [/\bfaq\b|questions and answers/i, 'faq'],
  [/case stud|customer story|success story/i, 'case_study'],
  [/e-?mail|newsletter/i, 'email_draft'],
  [/social|tweet|linkedin|facebook|instagram|\bpost for\b|\bads?\b|slogan|tagline/i, 'social_post'],
  [/product description|listing description|marketplace description/i, 'product_description'],
  [/blog|article|white ?paper|guide|press release/i, 'blog_post'],
  [/outline|table of contents/i, 'outline'],
  [/\bideas?\b|brainstorm|suggestions/i, 'ideas'],
  [/schedule|calendar|timeline/i, 'schedule'],
  [/\bplan\b|roadmap/i, 'plan'],
  [/\bquestion|answer|\?\s*$/i, 'answer'],
];

/** Below this many words there is no room for a sentence of the larger texts. */
const sentenceWords = 12;

/** Below this many words a text is one paragraph. */
const headingWords = 60;

/** The kind of text that is wanted and its parts, before its length is fitted. */
export function layoutOf(author: Author): { kind: string; document: Document } {
  const kind = kindOf(author);
  if ((author.brief.length?.max ?? sentenceWords) < sentenceWords) return { kind, document: taglineDocument(author) };
  const source = sourceOf(kind, author);
  const short = (author.brief.length?.max ?? headingWords) < headingWords;
  if (source.length > 0) return { kind, document: rewriteDocument(kind, source, author) };
  if (kind === 'faq') return { kind, document: faqDocument(author) };
  if (kind === 'email_draft') return { kind, document: emailDocument(author) };
  if (kind === 'social_post') return { kind, document: socialDocument(author) };
  if (kind === 'product_description') return { kind, document: productDocument(author) };
  if (kind === 'answer') return { kind, document: answerDocument(author) };
  if (listKinds.has(kind)) return { kind, document: listDocument(kind, author) };
  return { kind, document: short ? shortDocument(kind, author) : articleDocument(kind, author) };
}

function kindOf({ brief }: Author): string {
  const hinted = hints.find(([pattern]) => pattern.test(brief.task))?.[1];
  if (brief.deliverable === 'text_content')
    return hinted === 'case_study' || hinted === 'faq' ? hinted : 'text_content';
  return brief.deliverable ?? hinted ?? 'text_content';
}
