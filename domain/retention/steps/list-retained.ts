import { z } from 'zod';
import { step } from '../../kernel/step.ts';

/** Names the tables whose rows are kept for a time only. */
export const listRetained = step({
  name: 'retention.list',
  // The workflow asks without an argument.
  input: z.object({}).prefault({}),
  output: z.object({ tables: z.array(z.string()) }),
  run: async ({ retained }) => ({ tables: retained.map(({ name }) => name) }),
});
