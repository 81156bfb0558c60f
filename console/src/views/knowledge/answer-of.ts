import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';

/** Source of a statement. */
export interface Citation {
  number: number;
  document: string;
  section: string;
  quote: string;
  /** Where its passage can be opened; undefined: nowhere, such as a text that was sent with the question. */
  place: { base: number; document: number; passage: number } | undefined;
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

function citationOf(citation: Record<string, unknown>): Citation {
  const word = (name: string) => String(citation[name] ?? '');
  const [base, document, passage] = ['knowledge_base_id', 'document_id', 'passage_id'].map((name) => citation[name]);
  const isPlace = typeof base === 'number' && typeof document === 'number' && typeof passage === 'number';
  return {
    number: Number(citation['number']),
    document: word('document'),
    section: word('section'),
    quote: word('quote'),
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
