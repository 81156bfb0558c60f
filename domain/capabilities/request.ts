import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import { cappedInput } from '../kernel/capped-input.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound, preconditionFailed } from '../kernel/errors.ts';
import { inputSchema } from '../kernel/json-schema.ts';
import { text } from '../kernel/schema.ts';
import { FIELD_TITLES } from './field-titles.ts';
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

/** The capability in a body's `capability` as the record of a call; null when it names none, 404 for an unknown one. */
export async function capabilityOfBody(
  deps: Pick<Deps, 'capabilities'>,
  _call: Call,
  _params: unknown,
  raw: unknown,
): Promise<{ capability: Capability | null }> {
  return { capability: capabilityIn(deps, raw) };
}

/** By the settings that they describe: making one takes a millisecond, and each look at a capability needs it three times. */
const SETTINGS_SCHEMAS = new WeakMap<z.ZodType, z.core.JSONSchema.BaseSchema>();

/** JSON Schema (2020-12) of `settings`; each field has the title that people read beside it. It is shared: change nothing of it. */
export function settingsSchema({ settings }: Pick<Capability, 'settings'>): z.core.JSONSchema.BaseSchema {
  const schema = SETTINGS_SCHEMAS.get(settings) ?? titledSchema(settings);
  SETTINGS_SCHEMAS.set(settings, schema);
  return schema;
}

function titledSchema(settings: Capability['settings']): z.core.JSONSchema.BaseSchema {
  const schema = inputSchema(settings);
  const titled = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const title = FIELD_TITLES[name];
    return [name, typeof field === 'object' && title !== undefined ? { title, ...field } : field];
  });
  return { ...schema, ...(schema.properties && { properties: Object.fromEntries(titled) }) };
}

/** Names of the required settings. */
export function requiredSettings(capability: Pick<Capability, 'settings'>): string[] {
  return [...(settingsSchema(capability).required ?? [])];
}

/** Default values of settings. */
export function defaultSettings(capability: Pick<Capability, 'settings'>): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settingsSchema(capability).properties ?? {})) {
    if (typeof schema === 'object' && schema.default !== undefined) defaults[name] = schema.default;
  }
  return defaults;
}

/** Prompt settings without text, in the capability's order. */
export function blankPrompts(capability: Capability, settings: Record<string, unknown>): string[] {
  if (capability.blank_prompts) return [...capability.blank_prompts(settings)];
  return capability.prompt_settings.filter((name) => {
    const value = settings[name];
    return typeof value === 'string' && value.trim() === '';
  });
}

/** Credits of the capability with these settings. */
export function priceOf({ price, estimated_credits }: Capability, settings: Record<string, unknown>): number {
  return price?.(settings) ?? estimated_credits;
}

/** Credits that a request for a capability would cost; undefined where slug or settings are not valid. */
export function requestedPrice(
  { capabilities }: Pick<Deps, 'capabilities'>,
  slug: unknown,
  settings: unknown = {},
): number | undefined {
  const capability = typeof slug === 'string' ? capabilities.find(slug) : undefined;
  const parsed = capability?.settings.safeParse(cappedInput(capability.settings, settings));
  return capability && parsed?.success ? priceOf(capability, parsed.data) : undefined;
}

/** Throws PRECONDITION_FAILED with the blank prompts; `within` is their parent field in the body. */
export function requirePrompts(blank: readonly string[], within?: 'settings' | 'input'): void {
  if (blank.length === 0) return;
  const details = blank.map((name) => [within ? `${within}.${name}` : name, ['Must not be empty.']]);
  throw preconditionFailed('A prompt is empty.', Object.fromEntries(details));
}
