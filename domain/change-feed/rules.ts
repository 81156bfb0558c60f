/** Changes that one read returns at most. */
export const CHANGES_PER_READ = 500;

/** What was read of a partner's changes after a position: how many there are in all, and the next of them. */
export interface ReadChanges {
  /** Number of the partner's latest change. */
  sequence: number;
  /** Oldest first. */
  changes: readonly { sequence: number }[];
}

/** Position of a stream that has passed on all that was read. */
export function positionAfter({ sequence, changes }: ReadChanges, position: number): number {
  return changes.length < CHANGES_PER_READ ? Math.max(position, sequence) : (changes.at(-1)?.sequence ?? position);
}

/** Whether changes after the position are missing, which were too old to be read or were never written down. */
export function isGap({ sequence, changes }: ReadChanges, position: number): boolean {
  return changes.length < CHANGES_PER_READ && sequence - position > changes.length;
}
