import { LRUCache } from 'lru-cache';

/** A retry comes within minutes; what is older is worth less than its memory. */
const KEEP_MS = 10 * 60_000;
const MAX_ANSWERS = 500;
/** As JSON, in characters. */
const MAX_LENGTH = 32 * 1024 * 1024;

const answers = new LRUCache<string, { answer: unknown }>({
  max: MAX_ANSWERS,
  maxSize: MAX_LENGTH,
  sizeCalculation: ({ answer }) => JSON.stringify(answer).length,
  ttl: KEEP_MS,
  ttlAutopurge: true,
});

/**
 * Saves what the AI was paid for. Where the saving throws, as while the database is away, the next attempt under the same key saves the
 * same answer rather than ask again. In the memory of this process alone: on another worker the answer is paid again.
 */
export async function savePaidAnswer<Answer, Saved>(
  key: string,
  ask: () => Promise<Answer>,
  save: (answer: Answer) => Promise<Saved>,
): Promise<Saved> {
  const kept = answers.get(key) as { answer: Answer } | undefined;
  const answer = kept ? kept.answer : await ask();
  if (!kept) answers.set(key, { answer });
  const saved = await save(answer);
  answers.delete(key);
  return saved;
}
