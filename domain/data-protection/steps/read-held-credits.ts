import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import type { Services } from '../schema.ts';
import { findUnsettled } from '../store.ts';

/** Credits that a partner's open work holds. */
export const readHeldCredits = step({
  name: 'data_protection.held',
  input: z.object({ partnerId: recordId }),
  output: z.object({ held: z.int() }),
  run: async ({ db }: Pick<Services, 'db'>, _call, { partnerId }) => findUnsettled(db, partnerId),
});
