import type { z } from 'zod';
import { preconditionFailed } from '../kernel/errors.ts';
import { inputSchema } from '../kernel/json-schema.ts';
import type { Capability } from './types.ts';

/** JSON Schema (2020-12) of `settings`. */
export function settingsSchema(capability: Pick<Capability, 'settings'>): z.core.JSONSchema.BaseSchema {
  return inputSchema(capability.settings);
}

/** Names of the required settings. */
export function requiredSettings(capability: Capability): string[] {
  return [...(settingsSchema(capability).required ?? [])];
}

/** Default values of settings. */
export function defaultSettings(capability: Capability): Record<string, unknown> {
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

/** Throws PRECONDITION_FAILED with the blank prompts; `within` is their parent field in the body. */
export function requirePrompts(blank: readonly string[], within?: 'settings' | 'input'): void {
  if (blank.length === 0) return;
  const details = blank.map((name) => [within ? `${within}.${name}` : name, ['Must not be empty.']]);
  throw preconditionFailed('A prompt is empty.', Object.fromEntries(details));
}
