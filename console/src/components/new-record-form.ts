import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useFormDraft } from '../lib/form-draft.ts';

/** The form of a new record, whose input is kept as a draft until the record is created. */
export function useNewRecordForm<Values extends object, Answer, Failure, Request>({
  name,
  initial,
  mutation,
  requestOf,
  onCreated,
}: {
  /** Name of the draft, such as `webhooks/new`. */
  name: string;
  /** The form before anything is entered. */
  initial: Values;
  mutation: UseMutationOptions<Answer, Failure, Request>;
  /** What the values are in the request. */
  requestOf: (values: Values) => Request;
  onCreated: (answer: Answer) => unknown;
}) {
  const draft = useFormDraft(name, initial);
  const create = useMutation({
    ...mutation,
    onSuccess: (answer) => {
      draft.clear();
      return onCreated(answer);
    },
  });
  return {
    values: draft.values,
    draft,
    error: create.error,
    isSaving: create.isPending,
    change: (changes: Partial<Values>) => draft.change((previous) => ({ ...previous, ...changes })),
    save: () => create.mutate(requestOf(draft.values)),
    /** Drops the error of the last request. */
    reset: create.reset,
  };
}
