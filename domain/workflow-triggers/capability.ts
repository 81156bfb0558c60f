import type { Feature } from '../capabilities/feature.ts';
import { conflict } from '../kernel/errors.ts';
import { noteEnd } from './failures.ts';
import { findTriggerOfTemplate } from './store.ts';
import { ownTrigger } from './target.ts';

/**
 * Adds the trigger as a filter of the list of executions, counts those that fail for the trigger that started them, and keeps
 * templates that a trigger executes.
 */
export const triggerFeature: Feature = {
  filters: { trigger: ownTrigger },
  ended: noteEnd,
  async templateDeleting(tx, { partnerId, slug }) {
    const id = await findTriggerOfTemplate(tx.em, partnerId, slug);
    if (id !== null) throw conflict(`Trigger ${id} executes the template; change or delete the trigger first.`);
  },
};
