import { ApiError } from '../api/api-error.ts';

/** Props of a form that creates or edits a record. The API validates the values. */
export interface FormProps<Values> {
  initial: Values;
  /** Label of the submit button. */
  submit: string;
  /** Error of the last request. */
  error: unknown;
  isPending: boolean;
  onSubmit: (values: Values) => void;
}

/** The API's messages for a form field and its nested fields. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const problems = Object.entries(error.details).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? texts : [],
  );
  return problems.join(' ') || undefined;
}
