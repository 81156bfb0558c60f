import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { text } from '../kernel/schema.ts';
import type { Capability } from './types.ts';

/** Name of a capability in a body; one that there is not is a 404, as in a path. */
export const capabilitySlug = text(64).describe('Slug of a capability, such as `blog_post`.');

/** Path of one capability. */
export const capabilityParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a capability, such as `blog_post`.'),
});

/** The capability of the catalogue; 404 when there is none. */
export async function knownCapability(deps: Deps, _call: Call, { slug }: { slug: string }): Promise<Capability> {
  return namedCapability(deps, slug);
}

/** The same for a capability that is named otherwise than by a path. */
export function namedCapability({ capabilities }: Pick<Deps, 'capabilities'>, slug: string): Capability {
  const capability = capabilities.find(slug);
  if (!capability) throw notFound('Capability');
  return capability;
}

const naming = z.object({ capability: capabilitySlug });

/** The capability that a body names as `capability`, whatever else is in it; null where it names none, 404 for an unknown one. */
export function capabilityIn(deps: Pick<Deps, 'capabilities'>, raw: unknown): Capability | null {
  const { data } = naming.safeParse(raw);
  return data ? namedCapability(deps, data.capability) : null;
}
