import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { entityTagAt } from '../api/entity-tags.ts';

/** A field that the person and somebody else have both changed. */
export interface Clash {
  field: string;
  theirs: unknown;
  mine: unknown;
}

interface EditedRecord {
  /** Where the record is read, below `/api/v1`. */
  path: string;
  /** The record as it was read last. */
  fields: object;
  /** What the person has changed and not saved, by field. */
  changes: object;
  /** Reads the record again. */
  reload: () => Promise<object | undefined>;
}

/**
 * Saves changes only onto the version of the record that they were made on. Where somebody else has changed other fields meanwhile, they
 * fit onto the new version; `clashes` are the fields that both have changed.
 */
export function useEditedVersion({ path, fields, changes, reload }: EditedRecord) {
  const isEditing = Object.keys(changes).length > 0;
  const base = useRef<{ tag: string | undefined; fields: object }>(undefined);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  useEffect(() => {
    // A form without changes shows what was read last.
    if (!isEditing || !base.current) base.current = { tag: entityTagAt(path), fields };
  });
  return {
    clashes: isEditing ? clashes : [],
    /** Headers of the request that saves. */
    headers: (): { 'If-Match'?: string } => (base.current?.tag === undefined ? {} : { 'If-Match': base.current.tag }),
    /** Takes up the new version after an error that says that there is one; true where the changes can be sent again as they are. */
    async rebase(error: unknown): Promise<boolean> {
      if (!isOutdated(error)) return false;
      const before = base.current?.fields;
      const theirs = await reload();
      if (!before || !theirs) return false;
      base.current = { tag: entityTagAt(path), fields: theirs };
      const found = clashesOf(before, theirs, changes);
      setClashes(found);
      return found.length === 0;
    },
    /** The person has decided. */
    settle: () => setClashes([]),
  };
}

/** Whether the record has been changed since it was read. A condition that fields name is another one. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && Object.keys(error.details).length === 0
  );
}

/** The fields that both have changed, to different values. */
export function clashesOf(before: object, theirs: object, mine: object): Clash[] {
  return Object.entries(mine).flatMap(([field, value]) => {
    const [was, is] = [Reflect.get(before, field), Reflect.get(theirs, field)];
    return isSame(was, is) || isSame(is, value) ? [] : [{ field, theirs: is, mine: value }];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
