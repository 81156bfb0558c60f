import { z } from 'zod';

export const updateReferenceBody = z.object({
  reference: z
    .string('Must be a string.')
    .trim()
    .regex(/^[A-Za-z0-9_-]{3,64}$/, 'Must be 3 to 64 of the characters A-Z, a-z, 0-9, _ and -.')
    .describe('By what the partner is known in affiliate links; no two partners have the same, whatever the case.'),
});
