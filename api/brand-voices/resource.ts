import { z } from 'zod';
import type { BrandVoice } from '../../domain/brand-voices/table.ts';
import { datetimeSchema, idSchema, resource } from '../resource.ts';

const text = z.string();

/** A brand voice with its products. */
export const brandVoiceResource = resource({
  type: 'brand_voice',
  attributes: {
    name: text,
    tagline: text.nullable(),
    audience: text.nullable(),
    tone: text.nullable(),
    style_guide: text.nullable(),
    dos: z.array(text),
    donts: z.array(text),
    languages: z.array(text),
    products: z.array(
      z.object({ id: idSchema, name: text, description: text.nullable(), key_features: z.array(text) }),
    ),
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
