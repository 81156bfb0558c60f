import { ApiError } from '../api/api-error.ts';

/** The API's messages for a form field and its nested fields. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problems = Object.entries(error.details).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? texts : [],
  );
  return problems.join(' ') || undefined;
}
