import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { step } from '../../kernel/step.ts';
import { readEndpointFigures } from '../sweep-store.ts';

/** Figures over all endpoints, for operators: age of the oldest delivery that is due, seconds, endpoints switched off for failing, and such whose secret cannot be read. */
export const readFigures = step({
  name: 'webhooks.read_figures',
  input: nothing,
  output: z.object({ oldestDueSeconds: z.number(), disabled: z.int(), unreadable: z.int() }),
  run: ({ db, clock }) => readEndpointFigures(db, clock.now()),
});
