/** Places in a process that are taken for long, such as open streams. */
export interface Slots {
  /** Takes a place for a partner; undefined when none is left for it. Give it back by calling what is returned, once. */
  take(partnerId: number): (() => void) | undefined;
}

/** So many places, of which one partner gets no more than its share. */
export function createSlots(size: number, share: number): Slots {
  const takenBy = new Map<number, number>();
  let taken = 0;
  const change = (partnerId: number, by: 1 | -1) => {
    taken += by;
    const own = (takenBy.get(partnerId) ?? 0) + by;
    if (own === 0) takenBy.delete(partnerId);
    else takenBy.set(partnerId, own);
  };
  return {
    take(partnerId) {
      if (taken >= size || (takenBy.get(partnerId) ?? 0) >= share) return undefined;
      change(partnerId, 1);
      return () => change(partnerId, -1);
    },
  };
}
