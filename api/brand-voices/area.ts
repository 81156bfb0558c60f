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
    tagline: text.nullable().describe('Slogan of the brand, for writers.'),
    audience: text.nullable().describe('Default audience of texts.'),
    tone: text.nullable().describe('Default tone of texts.'),
    style_guide: text.nullable().describe('Rules for writers, as Markdown or plain text.'),
    dos: z.array(text).describe('What texts should do.'),
    donts: z.array(text).describe('Phrases that texts must not use; a text with one of them goes to review.'),
    languages: z.array(text).describe("BCP 47 tags of the brand's languages."),
    products: z
      .array(
        z.object({
          id: idSchema,
          name: text.describe('Name of the product.'),
          description: text.nullable().describe('Description of the product, for writers.'),
          key_features: z.array(text).describe('Claims that texts may make about the product.'),
        }),
      )
      .describe('Products of the brand; executions select one by `brand_voice_product_id`.'),
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
    description: "How the partner's brands sound, and their products.",
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
          'Lists the partner’s brand voices with their products; pass their ids in the context of an execution.',
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
        description: 'Adds a brand voice with its products. Texts that use a phrase from `donts` go to review.',
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
      summary: 'Change a brand voice; a list of products is replaced as a whole',
      extension: true,
      operation: updateBrandVoice,
      body: one(brandVoiceResource),
      tool: {
        name: 'update_brand_voice',
        title: 'Change a brand voice',
        description:
          'Changes a brand voice; omitted fields stay unchanged. A list of products is replaced as a whole: to keep products, include them with their brand_voice_product_id as `id`.',
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
        description: 'Removes a brand voice and its products permanently; texts written in it stay.',
      },
    }),
  ],
});
