import { useEffect } from 'react';
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

/** Fields of an error that a form shows beside its inputs, so that they are not named a second time. */
const shownFields = new WeakMap<ApiError, Set<string>>();

/** The API's messages for a form field and its nested fields. Whoever asks shows them beside the field. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const shown = shownFields.get(error) ?? new Set();
  shownFields.set(error, shown);
  const problems = Object.entries(error.details).flatMap(([name, texts]) => {
    if (name === field) shown.add(name);
    // Which part of a list or group it is about, the list of all problems says.
    return name === field || name.startsWith(`${field}.`) ? texts : [];
  });
  return problems.join(' ') || undefined;
}

/** The problems of an error that no form shows beside an input. */
export function otherProblems(error: ApiError): [field: string, problems: readonly string[]][] {
  const shown = shownFields.get(error);
  return Object.entries(error.details).filter(([field]) => !shown?.has(field));
}

/** Moves the focus to the first input that the error is about: sending a form disables its button, which loses the focus. */
export function useProblemFocus(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof ApiError) || !shownFields.get(error)?.size) return;
    const wrong = ['[role="dialog"]', 'main'].map((place) =>
      document.querySelector<HTMLElement>(`${place} [aria-invalid="true"]`),
    );
    wrong.find((input) => input !== null)?.focus();
  }, [error]);
}
