import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { clearOtherFingerprints, countOtherFingerprints } from '../store.ts';

/** How many requests can be repeated whose body is compared by an earlier key, and until when, ISO 8601; null: there are none. */
export const countFingerprintsOfEarlierKeys = step({
  name: 'idempotency.count_fingerprints_of_earlier_keys',
  input: nothing,
  output: z.object({ count: z.int(), until: z.iso.datetime().nullable() }),
  async run({ db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>) {
    const { count, until } = await countOtherFingerprints(db, clock.now(), secrets.keyId);
    return { count, until: until?.toISOString() ?? null };
  },
});

/** Rows of a statement. */
const BATCH_ROWS = 1_000;

/** Forgets them: a repeat of such a request is answered whatever its body is. Returns how many; at most a batch. */
export const forgetFingerprintsOfEarlierKeys = step({
  name: 'idempotency.forget_fingerprints_of_earlier_keys',
  input: nothing,
  output: z.object({ forgotten: z.int() }),
  run: async ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) => ({
    forgotten: await clearOtherFingerprints(db, secrets.keyId, BATCH_ROWS),
  }),
});
