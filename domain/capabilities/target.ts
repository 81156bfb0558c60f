import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { findCapability } from './catalogue/index.ts';
import type { Capability } from './types.ts';

/** Path of one capability. */
export const capabilityParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a capability, such as `blog_post`.'),
});

/** The capability of the catalogue; 404 when there is none. */
export async function knownCapability(_deps: Deps, _call: Call, { slug }: { slug: string }): Promise<Capability> {
  const capability = findCapability(slug);
  if (!capability) throw notFound('Capability');
  return capability;
}
