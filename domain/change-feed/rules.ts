/** Maximum changes per read. */
export const CHANGES_PER_READ = 500;

/** A partner's changes after a position, with the latest number. */
export interface ReadChanges {
  /** Sequence number of the partner's latest change. */
  sequence: number;
  /** Oldest first. */
  changes: readonly { sequence: number }[];
}

/** Position of a stream after it has sent these changes. */
export function positionAfter({ sequence, changes }: ReadChanges, position: number): number {
  return changes.length < CHANGES_PER_READ ? Math.max(position, sequence) : (changes.at(-1)?.sequence ?? position);
}

/** Whether changes after the position are missing because they expired or were not recorded. */
export function isGap({ sequence, changes }: ReadChanges, position: number): boolean {
  return changes.length < CHANGES_PER_READ && sequence - position > changes.length;
}
