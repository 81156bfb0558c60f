import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { integer, recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { selectTriggerKeys } from '../store.ts';

/** A partner's triggers after an id, in their order. */
export const listTriggers = step({
  name: 'workflow_triggers.list',
  input: z.object({ partnerId: recordId, afterId: z.int().min(0), limit: integer(1, 1_000) }),
  output: z.array(z.object({ id: z.int(), row_key: z.string() })),
  run: ({ db }: Pick<Deps, 'db'>, _call, { partnerId, ...page }) => selectTriggerKeys(db, partnerId, page),
});
