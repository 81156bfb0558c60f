import { z } from 'zod';
import { namedCapability } from '../capabilities/request.ts';
import type { Call } from '../kernel/call.ts';
import { isCapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findTemplate } from '../workflow-templates/catalogue/index.ts';
import { capabilitiesOf } from '../workflow-templates/plan.ts';
import { getTemplateBySlug } from '../workflow-templates/target.ts';
import { targetBody } from './schema.ts';
import { findTrigger } from './store.ts';
import type { WorkflowTriggerRow } from './table.ts';

/** The caller's trigger; 404 when there is none, 403 when it is another partner's. */
export async function ownTrigger(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<WorkflowTriggerRow> {
  return ownedBy(call, 'Workflow trigger', await findTrigger(deps.db, id), (trigger) => trigger.partner_id);
}

/** What a trigger executes. */
export type Target = Pick<WorkflowTriggerRow, 'template_slug' | 'capability_slug'>;

const naming = z.object({ target: targetBody });

/**
 * The target in a body, regardless of its other fields; both null if it has none. An unknown one is a 404, as in a
 * path.
 */
export function targetIn(deps: Pick<Deps, 'capabilities'>, raw: unknown): Target {
  const { template_slug = null, capability_slug = null } = naming.safeParse(raw).data?.target ?? {};
  if (template_slug !== null) getTemplateBySlug(template_slug);
  if (capability_slug !== null) namedCapability(deps, capability_slug);
  return { template_slug, capability_slug };
}

/** Slugs of the capabilities that a trigger spends credits on; none when its target is no longer in a catalogue. */
export function capabilitiesOfTarget({ template_slug, capability_slug }: Target): string[] {
  if (capability_slug !== null) return isCapabilitySlug(capability_slug) ? [capability_slug] : [];
  const template = template_slug === null ? undefined : findTemplate(template_slug);
  return template ? capabilitiesOf(template) : [];
}
