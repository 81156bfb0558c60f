import { countTokens, countWords } from '../brief/words.ts';

/** A part of a text: a paragraph, or a list whose items are made of sentences. */
export interface Part {
  heading?: string | undefined;
  style: 'prose' | 'bullets' | 'numbers' | 'verse';
  /** Prose has one item, all of it; the first sentence of a list item is never taken away. */
  items: string[][];
  /** Further sentences, in the order in which they may be added. */
  spare: string[];
  /** The part was asked for and its items must stay. */
  fixed?: boolean;
  /** Nothing may be added. */
  closed?: boolean;
}

/** A text before it is written out. */
export interface Document {
  title: string | undefined;
  parts: Part[];
  /** As short as the bounds allow: what is said is what was given. */
  terse?: boolean;
}

const sentencesPerParagraph = 5;

/** Markdown of a document. */
export function render({ title, parts }: Document): string {
  return [title === undefined ? '' : `# ${title}`, ...parts.map(renderPart)].filter(Boolean).join('\n\n');
}

function renderPart({ heading, style, items }: Part): string {
  const head = heading === undefined ? '' : `## ${heading}`;
  return [head, renderItems(style, items)].filter(Boolean).join('\n\n');
}

function renderItems(style: Part['style'], items: string[][]): string {
  const lines = items.map((sentences) => sentences.join(' ')).filter(Boolean);
  if (style === 'bullets') return lines.map((line) => `- ${line}`).join('\n');
  if (style === 'numbers') return lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
  if (style === 'verse') return lines.join('\n');
  return items.flatMap(paragraphs).join('\n\n');
}

function paragraphs(sentences: string[]): string[] {
  const count = Math.ceil(sentences.length / sentencesPerParagraph);
  const size = Math.ceil(sentences.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => sentences.slice(index * size, (index + 1) * size).join(' '));
}

/**
 * The least and the most that a reader may count: words without the title, and everything between spaces with it. A length
 * that was asked for holds for both.
 */
export function measure(document: Document): { words: number; tokens: number } {
  const text = render(document);
  const body = document.title === undefined ? text : text.replace(/^.*\n*/, '');
  return { words: countWords(body), tokens: countTokens(text) };
}
