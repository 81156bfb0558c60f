import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { entityTagAt } from '../api/entity-tags.ts';
import { type FormDraft, useFormDraft } from '../lib/form-draft.ts';
import { type Clash, clashesOf } from './clashes.ts';

/** A version of a record, as far as a form changes it. */
interface Base {
  tag?: string | undefined;
  body: object;
}

/** The record that a form changes. */
interface EditedRecord {
  /** Where it is read, below `/api/v1`. */
  path: string;
  /** What the form would send of the record as it was read last. */
  body: object;
  /** Fields of the body that no draft may keep, such as secrets. */
  unkept?: readonly string[] | undefined;
  /** Whether something is typed that the draft does not keep. */
  isEditing?: boolean;
  /** What the form would send of the record as it is now. */
  read: () => Promise<object>;
}

/**
 * What is typed into the form of a record, and the version of the record that it was typed onto, which is kept with it. It is saved only onto
 * that version: where somebody else has changed other fields meanwhile, it fits onto the new one; `clashes` are the fields that both changed.
 */
export function useVersionedDraft<Values>(
  form: string,
  initial: Values,
  { path, body, unkept = [], isEditing = false, read }: EditedRecord,
) {
  const base = useRef<Base>(undefined);
  const kept = ({ tag, body: all }: Base): Base => ({
    tag,
    body: Object.fromEntries(Object.entries(all).filter(([field]) => !unkept.includes(field))),
  });
  const draft: FormDraft<Values> = useFormDraft(form, initial, () => base.current && kept(base.current));
  base.current ??= draft.base as Base | undefined;
  const isTyped = isEditing || draft.base !== undefined;
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [isRebasing, setRebasing] = useState(false);
  useEffect(() => {
    // Until something is typed, a form shows what was read last.
    if (!isTyped || !base.current) base.current = { tag: entityTagAt(path), body };
  });
  const goOnFrom = (next: Base) => {
    base.current = next;
    draft.change((values) => values, kept(next));
  };
  return {
    draft,
    isTyped,
    clashes: isTyped ? clashes : [],
    /** What the form would have sent of the record as it was when typing began. */
    before: (): object => base.current?.body ?? body,
    /** Whether an error is one that is being dealt with. */
    isHandling: (error: unknown): boolean => isOutdated(error) && (isRebasing || clashes.length > 0),
    /** Headers of the request that saves. */
    headers: (): { 'If-Match'?: string } => (base.current?.tag === undefined ? {} : { 'If-Match': base.current.tag }),
    /**
     * Goes on from the new version after an error that says that there is one; true where the changes can be sent again as they are.
     * `compared` are the changes that may clash with those of others.
     */
    async rebase(error: unknown, compared: object): Promise<boolean> {
      if (!isOutdated(error)) return false;
      const before = base.current?.body;
      setRebasing(true);
      const theirs = await read().catch(() => undefined);
      setRebasing(false);
      if (!before || !theirs) return false;
      goOnFrom({ tag: entityTagAt(path), body: theirs });
      const found = clashesOf(before, theirs, compared);
      setClashes(found);
      return found.length === 0;
    },
    /** Goes on from what was saved; `values` are those that were typed meanwhile. */
    settle(saved: object, values: Values | ((previous: Values) => Values)): void {
      setClashes([]);
      base.current = { tag: entityTagAt(path), body: saved };
      draft.change(values, kept(base.current));
    },
    /** Drops what was typed. */
    discard(): void {
      setClashes([]);
      base.current = undefined;
      draft.clear();
    },
  };
}

/** Whether the record has been changed since it was read. A condition that fields name is another one. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && Object.keys(error.details).length === 0;
}
