import { truncate } from './words.ts';

/** Field name (dotted for nested fields) to the messages about it. */
export type ErrorDetails = Record<string, string[]>;

/** An answer names no more problems than these, however much is wrong. */
export const MAX_PROBLEMS = 20;
/** Longest name of a field in an answer, characters. */
export const MAX_FIELD_LENGTH = 200;
/** Longest message about a field, characters; what lists its choices is the longest of ours. */
const MAX_MESSAGE_LENGTH = 4_000;
/** Problems that are taken in to find so many different ones. */
const MAX_ATTEMPTS = 10 * MAX_PROBLEMS;

/** Collects what is wrong with an input, as far as an answer names it, in time that does not grow with what is left out. */
export class Problems {
  readonly #byField = new Map<string, string[]>();
  #count = 0;
  #attempts = 0;

  /** Whether whatever is added from here on is left out. */
  get isFull(): boolean {
    return this.#count >= MAX_PROBLEMS || this.#attempts >= MAX_ATTEMPTS;
  }

  /** Adds a message about a field; the same message counts once. */
  add(field: string, message: string): void {
    if (this.isFull) return;
    this.#attempts += 1;
    const name = truncate(field, MAX_FIELD_LENGTH);
    const text = truncate(message, MAX_MESSAGE_LENGTH);
    const known = this.#byField.get(name);
    if (known?.includes(text)) return;
    this.#count += 1;
    if (known) known.push(text);
    else this.#byField.set(name, [text]);
  }

  /** Adds all of the details. */
  addAll(details: ErrorDetails): void {
    for (const field in details) {
      if (this.isFull) return;
      for (const message of details[field] ?? []) this.add(field, message);
    }
  }

  /** What was added; undefined: nothing. */
  details(): ErrorDetails | undefined {
    return this.#count === 0 ? undefined : Object.fromEntries(this.#byField);
  }
}

/** The details as an answer shows them. */
export function cappedDetails(details: ErrorDetails): ErrorDetails {
  const problems = new Problems();
  problems.addAll(details);
  return problems.details() ?? {};
}

/** A path of names as the dotted name of a field, no longer than an answer shows it; `whole` names the input itself. */
export function fieldName(path: readonly PropertyKey[], whole = 'body'): string {
  let name = '';
  for (const [index, part] of path.entries()) {
    name += (index === 0 ? '' : '.') + truncate(String(part), MAX_FIELD_LENGTH);
    if (name.length >= MAX_FIELD_LENGTH) break;
  }
  return truncate(name, MAX_FIELD_LENGTH) || whole;
}
