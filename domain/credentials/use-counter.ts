import type { Deps } from '../kernel/deps.ts';
import { addKeyUses, type KeyUse } from '../partner-keys/store.ts';

/** Flush interval, milliseconds; a process that dies loses at most this. */
const FLUSH_MS = 2_000;

/** Counts uses of partner keys in memory and flushes them in batches. */
export interface UseCounter {
  count(keyId: number): void;
  /** Flushes the rest and stops the timer. */
  stop(): Promise<void>;
}

/** `onError` receives a failed flush; the counts stay for the next one. */
export function createUseCounter(
  options: Pick<Deps, 'db' | 'clock'> & { onError: (error: unknown) => void },
): UseCounter {
  const { db, clock, onError } = options;
  let uses = new Map<number, KeyUse>();
  let writing: Promise<void> | undefined;

  const add = (id: number, requests: number, lastUsedAt: Date) => {
    const use = uses.get(id);
    if (!use) {
      uses.set(id, { id, requests, lastUsedAt });
      return;
    }
    use.requests += requests;
    if (lastUsedAt > use.lastUsedAt) use.lastUsedAt = lastUsedAt;
  };

  const write = async () => {
    if (uses.size === 0) return;
    const batch = uses;
    uses = new Map();
    try {
      await addKeyUses(db, [...batch.values()]);
    } catch (error) {
      for (const use of batch.values()) add(use.id, use.requests, use.lastUsedAt);
      onError(error);
    }
  };

  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }, FLUSH_MS);
  timer.unref();

  return {
    count: (keyId) => add(keyId, 1, clock.now()),
    async stop() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
