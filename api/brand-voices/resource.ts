import { z } from 'zod';
import type { BrandVoice } from '../../domain/brand-voices/types.ts';
import { datetime, datetimeSchema, idSchema, resource } from '../resource.ts';

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
    id: voice.id,
    attributes: {
      name: voice.name,
      tagline: voice.tagline,
      audience: voice.audience,
      tone: voice.tone,
      style_guide: voice.style_guide,
      dos: voice.dos,
      donts: voice.donts,
      languages: voice.languages,
      products: voice.products.map(({ id, name, description, key_features }) => ({
        id,
        name,
        description,
        key_features,
      })),
      created_at: datetime(voice.created_at),
      updated_at: datetime(voice.updated_at),
    },
    links: { self: `/api/v1/content-workflow/brand-voices/${voice.id}` },
  }),
});
