import type { Deps } from '../kernel/deps.ts';
import { addKeyUses, type KeyUse } from '../partner-keys/use-store.ts';

/** Counts are written this often; a process that dies loses no more than this. */
const FLUSH_MS = 2_000;

/** Counts the uses of partner keys in memory and writes them down in batches. */
export interface UseCounter {
  count(keyId: number): void;
  /** Writes down what is left; counts no more in the background. */
  stop(): Promise<void>;
}

/** `onError` hears of a failed write; the counts are kept for the next. */
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
