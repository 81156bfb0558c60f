/** Lets only the newest of those that bear the same name go on, within a process. */
export interface Newest {
  /** Replaces whoever bears the name. `replaced` fires when another one comes; call `leave` at the end. */
  enter(name: string): { replaced: AbortSignal; leave: () => void };
}

/** Nobody is there yet. */
export function createNewest(): Newest {
  const holders = new Map<string, AbortController>();
  return {
    enter(name) {
      holders.get(name)?.abort();
      const holder = new AbortController();
      holders.set(name, holder);
      return {
        replaced: holder.signal,
        leave() {
          if (holders.get(name) === holder) holders.delete(name);
        },
      };
    },
  };
}
