/** The card that a person has just moved, or taken back: the focus goes with it to the column where it appears. */
let movedId: number | undefined;

/** Lets a card have the focus once it stands in its column. */
export function followCard(id: number | undefined): void {
  movedId = id;
}

/** Whether a card that has just appeared is the one that the focus follows; then it is followed no further. */
export function isFollowed(id: number): boolean {
  if (movedId !== id) return false;
  movedId = undefined;
  return true;
}
