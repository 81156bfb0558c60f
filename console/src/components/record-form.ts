import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changedFields } from './clashes.ts';
import { useVersionedDraft } from './versioned-draft.ts';

/** How often changes are sent again onto a version that is newer still. */
const MAX_REPEATS = 5;

/** How a record is shown in a form, read and changed. */
interface FormOptions<Data, Values extends object, Body extends object, Answer> {
  /** Name of the draft, such as `webhooks/7`. */
  name: string;
  /** Where the record is read, below `/api/v1`. */
  path: string;
  /** The record as it was read last. */
  record: Data;
  /** The fields of the form. */
  valuesOf: (record: Data) => Values;
  /** What the values are in a request. */
  bodyOf: (values: Values, record: Data) => Body;
  /** Fields that are kept in no draft, such as secrets. */
  unkept?: readonly (keyof Values & keyof Body & string)[];
  /** Fields whose parts the API merges, so that they never clash. */
  merged?: readonly (keyof Body)[];
  /** Reads the record again, also for the view. */
  read: () => Promise<Data>;
  /** Sends the changed fields. */
  send: (changes: Partial<Body>, headers: { 'If-Match'?: string }) => Promise<Answer>;
  /** Called with the answer and what was sent; without an answer where nothing was left to be changed. */
  onSaved: (answer: Answer | undefined, sent: Partial<Body>) => unknown;
}

/**
 * The form of a record that there is. What is typed is kept in a draft; only changed fields are sent, onto the version that they were typed
 * on. The view shows the form's `error` and its `clashes` by `FormProblems`.
 */
export function useRecordForm<Data, Values extends object, Body extends object, Answer>({
  name,
  path,
  record,
  valuesOf,
  bodyOf,
  unkept = [],
  merged = [],
  read,
  send,
  onSaved,
}: FormOptions<Data, Values, Body, Answer>) {
  const [secrets, setSecrets] = useState<Partial<Values>>({});
  const current = valuesOf(record);
  const version = useVersionedDraft<Partial<Values>>(
    name,
    {},
    {
      path,
      body: bodyOf(current, record),
      unkept,
      isEditing: Object.keys(secrets).length > 0,
      read: async () => {
        const latest = await read();
        return bodyOf(valuesOf(latest), latest);
      },
    },
  );
  const discard = () => {
    mutation.reset();
    setSecrets({});
    version.discard();
  };
  const draft = { ...version.draft, clear: discard };
  const typed: Partial<Values> = { ...draft.values, ...secrets };
  const values: Values = { ...current, ...typed };
  const changes = changedFields<Body>(bodyOf(current, record), bodyOf(values, record));
  const mutation = useMutation({
    mutationFn: ({ body }: { body: Partial<Body>; typed: Partial<Values>; repeats: number }) =>
      send(body, version.headers()),
    onSuccess: (answer, { body, typed: sent }) => {
      settle(sent, { ...bodyOf(current, record), ...body });
      return onSaved(answer, body);
    },
    onError: async (error, { body, typed: sent, repeats }) => {
      const compared = Object.entries(body).filter(
        ([field]) => !merged.includes(field as keyof Body) && field in changes,
      );
      const fits = await version.rebase(error, Object.fromEntries(compared));
      // What is more than the typed fields, such as a step of a record's life, nobody takes who has not seen the new version.
      const isTypedOnly = Object.keys(body).every((field) => field in changes);
      if (fits && isTypedOnly && repeats < MAX_REPEATS) mutation.mutate({ body, typed: sent, repeats: repeats + 1 });
    },
  });
  /** Drops what was sent; what was typed meanwhile stays. */
  const settle = (sent: Partial<Values>, saved: object) => {
    const isSent = ([field, value]: [string, unknown]) => Reflect.get(sent, field) === value;
    const rest = (now: Partial<Values>) =>
      Object.fromEntries(Object.entries(now).filter((entry) => !isSent(entry))) as Partial<Values>;
    setSecrets(rest);
    version.settle(saved, rest);
  };
  return {
    values,
    draft,
    /** The fields of the request that differ from the record. */
    changes,
    isChanged: Object.keys(changes).length > 0,
    isSaving: mutation.isPending,
    /** The last error, unless it is being dealt with. */
    error: version.isHandling(mutation.error) ? null : mutation.error,
    clashes: version.clashes,
    change(part: Partial<Values>): void {
      const isUnkept = (field: string) => unkept.some((each) => each === field);
      const [hidden, kept] = [true, false].map((is) =>
        Object.fromEntries(Object.entries(part).filter(([field]) => isUnkept(field) === is)),
      ) as [Partial<Values>, Partial<Values>];
      // What is as it was is no change.
      setSecrets((previous) => changedFields(current, { ...previous, ...hidden }));
      draft.change((previous) => changedFields(current, { ...previous, ...kept }));
    },
    /** Sends what was changed, and fields beside it. */
    save(beside: Partial<Body> = {}): void {
      const body = { ...changes, ...beside };
      if (Object.keys(body).length > 0) mutation.mutate({ body, typed, repeats: 0 });
      else void onSaved(undefined, body);
    },
    /** Drops what was typed. */
    discard,
  };
}

/** What is shown of a form's problems. */
export type ProblemsOf = Pick<
  ReturnType<typeof useRecordForm<unknown, object, object, unknown>>,
  'error' | 'clashes' | 'isSaving' | 'save' | 'discard'
>;
