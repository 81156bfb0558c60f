import Big from 'big.js';
import { z } from 'zod';

declare global {
  interface JSON {
    /** A value that JSON.stringify writes as it is (ECMAScript: JSON.parse source text access). */
    rawJSON(text: string): object;
  }
}

/** A JSON number with all of its digits, where a double would lose some. */
export class ExactNumber {
  readonly #text: string;

  /** `text`: a plain decimal. */
  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): object {
    return JSON.rawJSON(this.#text);
  }

  toString(): string {
    return this.#text;
  }
}

/** A number in responses that may have more digits than a double. */
export const exactNumberSchema: z.ZodType<number, number | ExactNumber> = z.number();

/** A plain decimal as a JSON number, none of whose digits is lost on the way to the reader. */
export function exactNumber(text: string): number | ExactNumber {
  const value = Number(text);
  return new Big(value).eq(text) ? value : new ExactNumber(new Big(text).toFixed());
}
