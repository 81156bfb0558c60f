import { z } from 'zod';
import { text } from '../kernel/schema.ts';

/** Most credits that one booking moves. */
const MAX_AMOUNT = 1_000_000_000;

/** Body that adds credits, or takes them back by a negative amount. */
export const addCreditsBody = z.object({
  amount: z
    .int('Must be an integer.')
    .min(-MAX_AMOUNT)
    .max(MAX_AMOUNT)
    .refine((amount) => amount !== 0, 'Must not be 0.')
    .describe('Whole credits; a negative amount takes back what is available.'),
  reason: text(255),
});
