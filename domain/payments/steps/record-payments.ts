import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { GATEWAYS } from '../../kernel/gateways.ts';
import { step } from '../../kernel/step.ts';
import { applyPurchase } from '../apply.ts';
import { identifyPurchase } from '../identity.ts';
import { selectUnrecorded } from '../unrecorded-store.ts';
import { retryChanged } from './apply-event.ts';

/** Purchases that one look returns at most. */
const LIMIT = 200;

const unrecorded = z.object({
  id: z.int(),
  gateway: z.enum(GATEWAYS),
  subject: z.string(),
  number: z.string().nullable(),
  currency: z.string(),
  /** What the invoice has received less what was given back, minor units. */
  kept_minor: z.int(),
  /** What its payments come to. */
  recorded_minor: z.int(),
});
/** A purchase whose invoice has other payments than it was paid by. */
export type Unrecorded = z.output<typeof unrecorded>;

/**
 * The next purchases after one, by id, that were applied without a record of the payment at their invoice: by a process of a release
 * that keeps none, beside the schema of a later one.
 */
export const listUnrecorded = step({
  name: 'payments.list_unrecorded',
  input: z.object({ afterId: z.int().min(0) }),
  output: z.array(unrecorded),
  run: ({ db }: Pick<Deps, 'db'>, _call, { afterId }) => selectUnrecorded(db, afterId, LIMIT),
});

type RecordingDeps = Pick<Deps, 'transaction' | 'billing' | 'invoicing'>;

/** Applies all events of a purchase again, which adds only what is missing. A repeat changes nothing. */
export const recordPayments = step({
  name: 'payments.record_payments',
  input: unrecorded.pick({ gateway: true, subject: true }),
  output: z.null(),
  async run(deps: RecordingDeps, call, { gateway, subject }) {
    await retryChanged(() =>
      deps.transaction(call, async (tx) => {
        const found = await identifyPurchase(tx, { gateway, names: [subject], bill: null, subject, isLink: false });
        await applyPurchase(tx, found, { catalogue: deps.billing, invoicing: deps.invoicing });
      }),
    );
    return null;
  },
});
