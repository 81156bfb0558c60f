import { truncate } from './words.ts';

/** Field name (dotted for nested fields) to the messages about it. */
export type ErrorDetails = Record<string, string[]>;

/** Maximum problems in one response. */
export const MAX_PROBLEMS = 20;
/** Maximum length of a field name in a response, characters. */
export const MAX_FIELD_LENGTH = 200;
/** Maximum length of a message about a field, characters. The longest one lists the choices of an enumeration. */
const MAX_MESSAGE_LENGTH = 4_000;
/** Problems that are examined to find that many different ones. */
const MAX_ATTEMPTS = 10 * MAX_PROBLEMS;

/** Collects the problems of an input up to the response's limits, in time that does not depend on what is left out. */
export class Problems {
  readonly #byField = new Map<string, string[]>();
  #count = 0;
  #attempts = 0;

  /** Whether further problems are ignored. */
  get isFull(): boolean {
    return this.#count >= MAX_PROBLEMS || this.#attempts >= MAX_ATTEMPTS;
  }

  /** Adds a message about a field. Duplicates count once. */
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

  /** Adds a message about each name of an object that is not known; `within` is the path of the object. */
  addUnknown(value: unknown, known: readonly string[], within: string, message: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const name in value) {
      if (this.isFull) return;
      if (!known.includes(name)) this.add(within === '' ? name : `${within}.${name}`, message);
    }
  }

  /** The collected problems; undefined when there are none. */
  details(): ErrorDetails | undefined {
    return this.#count === 0 ? undefined : Object.fromEntries(this.#byField);
  }
}

/** The details within the limits of a response. */
export function cappedDetails(details: ErrorDetails): ErrorDetails {
  const problems = new Problems();
  problems.addAll(details);
  return problems.details() ?? {};
}

/** A path as a dotted field name within the response's length limit; `whole` is the name of the input itself. */
export function fieldName(path: readonly PropertyKey[], whole = 'body'): string {
  let name = '';
  for (const [index, part] of path.entries()) {
    name += (index === 0 ? '' : '.') + truncate(String(part), MAX_FIELD_LENGTH);
    if (name.length >= MAX_FIELD_LENGTH) break;
  }
  return truncate(name, MAX_FIELD_LENGTH) || whole;
}
