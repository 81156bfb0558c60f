import { Problem } from '../api/problem.ts';

/** What the API has said of one field of the last try, as inputs show it; undefined: nothing. */
export function fieldError(error: unknown, field: string): string | undefined {
  return error instanceof Problem ? error.details[field]?.join(' ') : undefined;
}
