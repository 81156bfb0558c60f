import { z } from 'zod';
import { createBrandVoice } from '../../domain/brand-voices/operations/create-brand-voice.ts';
import { deleteBrandVoice } from '../../domain/brand-voices/operations/delete-brand-voice.ts';
import { getBrandVoice, listBrandVoices } from '../../domain/brand-voices/operations/reads.ts';
import { updateBrandVoice } from '../../domain/brand-voices/operations/update-brand-voice.ts';
import type { BrandVoice } from '../../domain/brand-voices/table.ts';
import { area } from '../area.ts';
import { IDEMPOTENT } from '../mcp/tool-options.ts';
import { datetimeSchema, idSchema, one, pageWithRange, resource } from '../resource.ts';
import { route } from '../route.ts';

const text = z.string();

/** A brand voice with its products. */
export const brandVoiceResource = resource({
  type: 'brand_voice',
  attributes: {
    name: text.describe('Name of the brand.'),
    tagline: text.nullable().describe('Slogan of the brand, for its writers.'),
    audience: text.nullable().describe('Whom texts are written for where nothing else is said.'),
    tone: text.nullable().describe('How texts sound where nothing else is said.'),
    style_guide: text.nullable().describe('Rules for writers, as Markdown or plain text.'),
    dos: z.array(text).describe('What texts should do.'),
    donts: z.array(text).describe('Phrases that texts must not use; a text with one of them goes to review.'),
    languages: z.array(text).describe('BCP 47 tags of the languages that the brand speaks.'),
    products: z
      .array(
        z.object({
          id: idSchema,
          name: text.describe('Name of the product.'),
          description: text.nullable().describe('What the product is, for its writers.'),
          key_features: z.array(text).describe('What texts may say that the product does.'),
        }),
      )
      .describe('Products of the brand, which executions name by `brand_voice_product_id`.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: text },
  present: (voice: BrandVoice) => ({
    attributes: {
      products: voice.products.map(({ id, name, description, key_features }) => ({
        id,
        name,
        description,
        key_features,
      })),
    },
    links: { self: `/api/v1/content-workflow/brand-voices/${voice.id}` },
  }),
});

const PREFIX = '/content-workflow/brand-voices';

export const brandVoicesArea = area({
  tag: {
    name: 'Brand voices',
    group: 'Content',
    description: "How the partner's brands speak, and about which products.",
  },
  firstTools: ['list_brand_voices', 'get_brand_voice'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List brand voices with their products, newest first',
      operation: listBrandVoices,
      body: pageWithRange(brandVoiceResource),
      tool: {
        name: 'list_brand_voices',
        title: 'List brand voices',
        description:
          'Lists how the partner’s brands speak, with their products; their ids go into the context of an execution.',
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      summary: 'Add a brand voice',
      extension: true,
      operation: createBrandVoice,
      status: 201,
      body: one(brandVoiceResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_brand_voice',
        title: 'Add a brand voice',
        description:
          'Adds a brand voice with its products. Phrases under `donts` send a text that uses them to review.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{id}`,
      summary: 'One brand voice with its products',
      isLong: true,
      operation: getBrandVoice,
      body: one(brandVoiceResource),
      tool: {
        name: 'get_brand_voice',
        title: 'Read a brand voice',
        description: 'Reads one brand voice: audience, tone, style guide, what texts should and must not do, products.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{id}`,
      summary: 'Change a brand voice; a list of products replaces the one before',
      extension: true,
      operation: updateBrandVoice,
      body: one(brandVoiceResource),
      tool: {
        name: 'update_brand_voice',
        title: 'Change a brand voice',
        description:
          'Changes a brand voice; what is left out stays. A list of products replaces the one before: keep those that shall stay, with their brand_voice_product_id as `id`.',
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{id}`,
      summary: 'Remove a brand voice with its products',
      extension: true,
      operation: deleteBrandVoice,
      tool: {
        name: 'delete_brand_voice',
        title: 'Remove a brand voice',
        description: 'Removes a brand voice with its products for good; what was written in it stays.',
      },
    }),
  ],
});
