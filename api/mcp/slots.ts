/** Places in a process that are taken for long, such as open streams. */
export interface Slots {
  /** Takes a place; undefined when none is left. Give it back by calling what is returned, once. */
  take(): (() => void) | undefined;
}

/** So many places. */
export function createSlots(size: number): Slots {
  let taken = 0;
  return {
    take() {
      if (taken >= size) return undefined;
      taken += 1;
      return () => {
        taken -= 1;
      };
    },
  };
}
