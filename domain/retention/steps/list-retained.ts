import { z } from 'zod';
import { step } from '../../kernel/step.ts';

/** Names of the tables whose rows expire. */
export const listRetained = step({
  name: 'retention.list',
  // The workflow calls it without an argument.
  input: z.object({}).prefault({}),
  output: z.object({ tables: z.array(z.string()) }),
  run: async ({ retained }) => ({ tables: retained.map(({ name }) => name) }),
});
