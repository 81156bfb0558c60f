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

/** What the API says of a field itself stands beside it from now on. */
function markShown(error: ApiError, field: string): void {
  if (!(field in error.details)) return;
  shownFields.set(error, (shownFields.get(error) ?? new Set()).add(field));
}

/** The API's messages for a form field and its nested fields. Whoever asks shows them beside the field. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  markShown(error, field);
  // Which part of a list or group it is about, the list of all problems says.
  const problems = Object.entries(error.details).flatMap(([name, texts]) =>
    name === field || name.startsWith(`${field}.`) ? texts : [],
  );
  return plainMessage(problems.join(' ')) || undefined;
}

/** The API's message for a field itself, and none of its parts. Whoever asks shows it. */
export function ownProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError) || !error.details[field]) return undefined;
  markShown(error, field);
  return plainMessage(error.details[field].join(' '));
}

/** A message as people read it: what programs would send stands between backticks. */
export function plainMessage(message: string): string {
  return message.replaceAll('`', '');
}

/** The problems of an error that no form shows beside an input. */
export function otherProblems(error: ApiError): [field: string, problems: readonly string[]][] {
  const shown = shownFields.get(error);
  return Object.entries(error.details).flatMap(([field, texts]) =>
    shown?.has(field) ? [] : [[field, texts.map(plainMessage)] as [string, string[]]],
  );
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
