import { z } from 'zod';
import { defaultSettings, requiredSettings, settingsSchema } from '../../domain/capabilities/settings.ts';
import { CATEGORIES, type Capability } from '../../domain/capabilities/types.ts';
import { resource } from '../presenters.ts';
import { resourceSchema } from '../response-schemas.ts';

const LABELS: Record<Capability['category'], string> = {
  generation: 'Generation',
  publishing: 'Publishing',
  analysis: 'Analysis',
  workflow: 'Workflow',
};

const attributes = {
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  category_label: z.string(),
  requires_credits: z.boolean(),
  estimated_credits: z.int(),
  is_beta: z.boolean(),
};
const links = z.object({ self: z.string(), execute: z.string() });

export const capabilitySchema = resourceSchema('capability', attributes, { links });

export const capabilityDetailSchema = resourceSchema(
  'capability',
  {
    ...attributes,
    required_settings: z.array(z.string()),
    default_settings: z.record(z.string(), z.unknown()),
    required_extensions: z.array(z.string()),
    settings_schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of `settings`.'),
  },
  { links },
);

/** A capability as lists show it. */
export function presentCapability(capability: Capability): Record<string, unknown> {
  return present(capability, {});
}

/** A capability with what it takes. */
export function presentCapabilityDetail(capability: Capability): Record<string, unknown> {
  return present(capability, {
    required_settings: requiredSettings(capability),
    default_settings: defaultSettings(capability),
    required_extensions: capability.required_extensions,
    settings_schema: settingsSchema(capability),
  });
}

function present(capability: Capability, detail: object): Record<string, unknown> {
  const self = `/api/v1/content-workflow/capabilities/${capability.slug}`;
  return resource({
    type: 'capability',
    id: capability.id,
    attributes: {
      slug: capability.slug,
      name: capability.name,
      description: capability.description,
      category: capability.category,
      category_label: LABELS[capability.category],
      requires_credits: capability.estimated_credits > 0,
      estimated_credits: capability.estimated_credits,
      is_beta: capability.is_beta,
      ...detail,
    },
    links: { self, execute: `${self}/execute` },
  });
}
