/** Within a process, only the latest of several streams with the same name continues. */
export interface LatestWins {
  /** Replaces the current holder of the name. `replaced` fires when a newer one enters; call `leave` at the end. */
  enter(name: string): { replaced: AbortSignal; leave: () => void };
}

/** Starts without holders. */
export function createLatestWins(): LatestWins {
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
