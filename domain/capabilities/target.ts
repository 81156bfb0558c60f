import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { text } from '../kernel/schema.ts';
import type { Capability } from './types.ts';

/** Slug of a capability in a body; an unknown one is a 404, as in a path. */
export const capabilitySlug = text(64).describe('Slug of a capability, such as `blog_post`.');

export const capabilityParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a capability, such as `blog_post`.'),
});

/** The capability in a path; 404 when there is none. */
export async function knownCapability(deps: Deps, _call: Call, { slug }: { slug: string }): Promise<Capability> {
  return namedCapability(deps, slug);
}

/** The capability with this slug; 404 when there is none. */
export function namedCapability({ capabilities }: Pick<Deps, 'capabilities'>, slug: string): Capability {
  const capability = capabilities.find(slug);
  if (!capability) throw notFound('Capability');
  return capability;
}

const naming = z.object({ capability: capabilitySlug });

/** The capability in a body's `capability`, even if the rest is invalid; null when it names none, 404 for an unknown one. */
export function capabilityIn(deps: Pick<Deps, 'capabilities'>, raw: unknown): Capability | null {
  const { data } = naming.safeParse(raw);
  return data ? namedCapability(deps, data.capability) : null;
}
