import type { Author } from '../author.ts';
import { type ArticlePart, articleParts, conclusion, introduction } from '../bank/article.ts';
import { calls } from '../bank/messages.ts';
import type { Document, Part } from '../document.ts';
import { titleFor } from '../titles.ts';
import { voiceOf } from '../tone.ts';
import { hookOf, pointList } from './parts.ts';

/** Words that a part of an article takes, its heading included. */
const wordsPerPart = 95;

/** A blog post or other article: introduction, some of the parts in reading order, key points, conclusion. */
export function articleDocument(kind: string, writer: Author): Document {
  const { product, topic } = writer.subject;
  const author = product === topic ? writer.about(`the move to ${product}`) : writer;
  const { brief, random, subject } = author;
  const length = brief.length ? (brief.length.min + brief.length.max) / 2 : kind === 'blog_post' ? 475 : 250;
  const count = Math.max(1, Math.min(articleParts.length, Math.round(length / wordsPerPart) - 2));
  const chosen = new Set(random.shuffle(articleParts).slice(0, count));
  const body = articleParts.filter((part) => chosen.has(part)).map((part) => articlePart(part, author));
  const points = length > 220 ? pointList(author, 'What to keep in view', random.between(3, 5)) : [];
  const facts = subject.facts.filter((fact) => author.allowed(fact)).slice(0, 3);
  const intro: Part = {
    style: 'prose',
    // What was given comes before anything general.
    items: [(facts.length > 0 ? facts : [hookOf(author)]).filter((each) => each !== undefined)],
    spare: author.fillAll(introduction),
  };
  const end = articlePart(conclusion, author);
  const call = subject.callToAction ?? author.choose(calls[voiceOf(brief.tone)]);
  return {
    title: titleFor(kind, author),
    parts: [intro, ...body, ...points, ...(length > 160 ? [end] : []), ...callPart(call)],
  };
}

/** The invitation at the end, a paragraph of its own. */
function callPart(call: string | undefined): Part[] {
  return call === undefined ? [] : [{ style: 'prose', items: [[`${call}.`]], spare: [], closed: true }];
}

function articlePart(part: ArticlePart, author: Author): Part {
  const opening = author.choose(part.opening);
  return {
    heading: author.choose(part.headings),
    style: 'prose',
    items: [opening === undefined ? [] : [opening]],
    spare: author.fillAll(part.sentences),
  };
}
