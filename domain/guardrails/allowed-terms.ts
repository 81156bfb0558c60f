import type { Finding } from './finding.ts';
import { comparable, findPhrase, occurrencesOf } from './phrases.ts';

/**
 * The terms that a partner allows. A term lets a finding pass that it equals, or that stands within the term in the
 * text, as in a product's name. Claims pass if they contain the term as whole words; an address, if the term is `@` and
 * its domain; a number, if the digits are equal.
 */
export class AllowedTerms {
  readonly #terms: readonly string[];

  constructor(terms: readonly string[] = []) {
    this.#terms = terms.map(comparable).filter((term) => term !== '');
  }

  /** Whether one of the terms lets a finding in a slice pass. */
  allow({ rule, words, start, end }: Finding, slice: string): boolean {
    if (this.#terms.length === 0) return false;
    const found = comparable(words);
    return this.#terms.some(
      (term) =>
        term === found ||
        (rule.startsWith('claim.') && findPhrase(found, [term]) !== undefined) ||
        (rule === 'pii.email' && term.startsWith('@') && found.endsWith(term)) ||
        (rule === 'pii.phone' && digitsOf(term) === digitsOf(found) && digitsOf(term) !== '') ||
        this.#covers(term, found, slice, { start, end }),
    );
  }

  /** Whether the words stand inside an occurrence of a longer term. */
  #covers(term: string, found: string, slice: string, { start, end }: { start: number; end: number }): boolean {
    if (term.length <= found.length || !term.includes(found)) return false;
    // Spacing and marks differ between a text and its comparable form, so the neighbourhood is compared.
    const around = comparable(slice.slice(Math.max(0, start - term.length - 20), end + term.length + 20));
    return occurrencesOf(around, term).next().done === false;
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
