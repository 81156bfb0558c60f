import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  createBrandVoiceRoute,
  deleteBrandVoiceRoute,
  getBrandVoiceRoute,
  listBrandVoicesRoute,
  updateBrandVoiceRoute,
} from './routes.ts';

/** Brand voices and their products. */
export const brandVoiceTools: Tool[] = [
  tool(listBrandVoicesRoute, {
    name: 'list_brand_voices',
    title: 'List brand voices',
    description:
      'Lists how the partner’s brands speak, with their products; their ids go into the context of an execution.',
    annotations: READS,
  }),
  tool(getBrandVoiceRoute, {
    name: 'get_brand_voice',
    title: 'Read a brand voice',
    description: 'Reads one brand voice: audience, tone, style guide, what texts should and must not do, products.',
    annotations: READS,
  }),
  tool(createBrandVoiceRoute, {
    name: 'create_brand_voice',
    title: 'Add a brand voice',
    description: 'Adds a brand voice with its products. Phrases under `donts` send a text that uses them to review.',
    annotations: ADDS,
  }),
  tool(updateBrandVoiceRoute, {
    name: 'update_brand_voice',
    title: 'Change a brand voice',
    description:
      'Changes a brand voice; what is left out stays. A list of products replaces the one before: keep those that shall stay, with their brand_voice_product_id as `id`.',
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  tool(deleteBrandVoiceRoute, {
    name: 'delete_brand_voice',
    title: 'Remove a brand voice',
    description: 'Removes a brand voice with its products for good; what was written in it stays.',
    annotations: ENDS,
  }),
];
