import { z } from 'zod';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { capabilityParams, knownCapability } from '../request.ts';
import { CATEGORIES, type Capability } from '../types.ts';

/** Lists the catalogue; beta capabilities only on request. */
export const listCapabilities = operation({
  name: 'capabilities.list',
  permission: 'view_content',
  params: nothing,
  input: z.object({
    category: z.enum(CATEGORIES).optional().describe('Only capabilities of this category.'),
    include_beta: z.boolean().default(false).describe('Also lists capabilities in beta.'),
  }),
  run: async ({ capabilities }, _call, query): Promise<Capability[]> =>
    capabilities.all.filter(
      (capability) =>
        (query.include_beta || !capability.is_beta) &&
        (query.category === undefined || capability.category === query.category),
    ),
});

/** Returns one capability with its settings. */
export const getCapability = readOperation({
  name: 'capabilities.get',
  permission: 'view_content',
  params: capabilityParams,
  target: knownCapability,
});
