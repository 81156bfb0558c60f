import { ApiError } from '../api/api-error.ts';

/** What the API says is wrong with a field of the form, and with what is in it. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problems = Object.entries(error.details).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? texts : [],
  );
  return problems.join(' ') || undefined;
}
