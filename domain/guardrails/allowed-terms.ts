import type { Finding } from './finding.ts';
import { comparable, hasWords } from './phrases.ts';

/** A term in the forms in which it is compared, made once. */
interface Term {
  words: string;
  digits: string;
}

/**
 * The terms that a partner allows. A term lets a finding pass that it equals, or that stands within the term in the
 * text, as in a product's name. Claims pass if they contain the term as whole words; an address, if the term is `@` and
 * its domain; a number, if the digits are equal.
 */
export class AllowedTerms {
  readonly #terms: readonly Term[];
  /** The slice that was asked for last, and the terms that stand in it. */
  #inSlice: { slice: string; terms: ReadonlySet<Term> } | undefined;

  constructor(terms: readonly string[] = []) {
    const all = terms.map(comparable).filter((words) => words !== '');
    this.#terms = all.map((words) => ({ words, digits: digitsOf(words) }));
  }

  /** Whether one of the terms lets a finding in a slice pass. */
  allow({ rule, words, start, end }: Finding, slice: string): boolean {
    if (this.#terms.length === 0) return false;
    const found = comparable(words);
    const digits = rule === 'pii.phone' ? digitsOf(found) : '';
    return this.#terms.some(
      (term) =>
        term.words === found ||
        (rule.startsWith('claim.') && hasWords(found, term.words)) ||
        (rule === 'pii.email' && term.words.startsWith('@') && found.endsWith(term.words)) ||
        (digits !== '' && term.digits === digits) ||
        this.#covers(term, found, slice, { start, end }),
    );
  }

  /** Whether the words stand inside an occurrence of a longer term. */
  #covers(term: Term, found: string, slice: string, { start, end }: { start: number; end: number }): boolean {
    const { words } = term;
    if (words.length <= found.length || !words.includes(found) || !this.#termsIn(slice).has(term)) return false;
    // Spacing and marks differ between a text and its comparable form, so the neighbourhood is compared.
    const around = comparable(slice.slice(Math.max(0, start - words.length - 20), end + words.length + 20));
    return hasWords(around, words);
  }

  /** The terms that stand in a slice, of which each finding there is compared with its neighbourhood. */
  #termsIn(slice: string): ReadonlySet<Term> {
    if (this.#inSlice?.slice === slice) return this.#inSlice.terms;
    const text = comparable(slice);
    const terms = new Set(this.#terms.filter(({ words }) => text.includes(words)));
    this.#inSlice = { slice, terms };
    return terms;
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
