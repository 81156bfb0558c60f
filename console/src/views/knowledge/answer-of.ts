import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';

/** A passage of a document. */
export interface Source {
  document: string;
  section: string;
  /** Where it can be opened; undefined: nowhere, such as a text that was sent with the question. */
  place: { base: number; document: number; passage: number } | undefined;
}

/** Source of a statement. */
export interface Citation extends Source {
  number: number;
  quote: string;
}

/** A passage that was read for a question. */
export interface ReadPassage extends Source {
  text: string;
}

/** An answer from documents. */
export interface Answer {
  text: string;
  suggestions: string[];
  /** None: the documents do not say. */
  citations: Citation[];
}

/** The answer that an execution gave last; undefined where it gave none. */
export function answerOf({ step_results }: Pick<ExecutionDetail['attributes'], 'step_results'>): Answer | undefined {
  const output = step_results.findLast((step) => step.output?.['type'] === 'answer')?.output;
  if (!output) return undefined;
  const { text, suggestions, citations } = output;
  if (typeof text !== 'string' || !Array.isArray(citations)) return undefined;
  return {
    text,
    suggestions: Array.isArray(suggestions) ? suggestions.filter((each) => typeof each === 'string') : [],
    citations: citations.map(citationOf),
  };
}

/** Passages that are shown where none answers. */
const NEAREST = 3;

/** The passages that came nearest to the question of an execution, best first. */
export function nearestOf({ context }: Pick<ExecutionDetail['attributes'], 'context'>): ReadPassage[] {
  const { passages } = context;
  if (!Array.isArray(passages)) return [];
  return passages
    .filter((passage) => typeof passage === 'object' && passage !== null)
    .slice(0, NEAREST)
    .map((passage) => ({ ...sourceOf(passage), text: String(passage.text ?? '') }));
}

function citationOf(citation: Record<string, unknown>): Citation {
  return { ...sourceOf(citation), number: Number(citation['number']), quote: String(citation['quote'] ?? '') };
}

function sourceOf(from: Record<string, unknown>): Source {
  const [base, document, passage] = ['knowledge_base_id', 'document_id', 'passage_id'].map((name) => from[name]);
  const isPlace = typeof base === 'number' && typeof document === 'number' && typeof passage === 'number';
  return {
    document: String(from['document'] ?? ''),
    section: String(from['section'] ?? ''),
    place: isPlace ? { base, document, passage } : undefined,
  };
}

/** A piece of an answer: words, or the number of a citation. */
export type Piece = string | number;

/** Parts an answer at the marks of its citations, such as `[2]`; other numbers in brackets are words. */
export function piecesOf({ text, citations }: Answer): Piece[] {
  const known = new Set(citations.map(({ number }) => number));
  return text
    .split(/(\[\d{1,3}\])/)
    .filter((part) => part !== '')
    .map((part) => {
      const number = /^\[\d{1,3}\]$/.test(part) ? Number(part.slice(1, -1)) : Number.NaN;
      return known.has(number) ? number : part;
    });
}
