import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { entityTagAt } from '../api/entity-tags.ts';
import { type Clash, clashesOf } from './clashes.ts';

interface EditedRecord {
  /** Where the record is read, below `/api/v1`. */
  path: string;
  /** The record as it was read last, or as the form began. */
  fields: object;
  /** Whether the form has changes, so that it no longer shows what was read last. */
  isEditing: boolean;
  /** Reads the record again. */
  reload: () => Promise<object | undefined>;
}

/**
 * Saves changes only onto the version of the record that they were made on. Where somebody else has changed other fields meanwhile, they
 * fit onto the new version; `clashes` are the fields that both have changed.
 */
export function useEditedVersion({ path, fields, isEditing, reload }: EditedRecord) {
  const base = useRef<{ tag: string | undefined; fields: object }>(undefined);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [isRebasing, setRebasing] = useState(false);
  useEffect(() => {
    // Until then a form shows what was read last.
    if (!isEditing || !base.current) base.current = { tag: entityTagAt(path), fields };
  });
  return {
    clashes: isEditing ? clashes : [],
    /** Whether an error is one that is being dealt with. */
    isHandling: (error: unknown): boolean => isOutdated(error) && (isRebasing || clashes.length > 0),
    /** Headers of the request that saves. */
    headers: (): { 'If-Match'?: string } => (base.current?.tag === undefined ? {} : { 'If-Match': base.current.tag }),
    /** Goes on from the new version after an error that says that there is one; true where these changes can be sent again as they are. */
    async rebase(error: unknown, changes: object): Promise<boolean> {
      if (!isOutdated(error)) return false;
      const before = base.current?.fields;
      setRebasing(true);
      const theirs = await reload().catch(() => undefined);
      setRebasing(false);
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
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && Object.keys(error.details).length === 0;
}
