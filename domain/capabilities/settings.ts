import type { z } from 'zod';
import { preconditionFailed } from '../kernel/errors.ts';
import { inputSchema } from '../kernel/json-schema.ts';
import type { Capability } from './types.ts';

/** JSON Schema (2020-12) of what a caller may send as `settings`. */
export function settingsSchema(capability: Pick<Capability, 'settings'>): z.core.JSONSchema.BaseSchema {
  return inputSchema(capability.settings);
}

/** Names of the settings that must be sent. */
export function requiredSettings(capability: Capability): string[] {
  return [...(settingsSchema(capability).required ?? [])];
}

/** Values that settings have when they are not sent. */
export function defaultSettings(capability: Capability): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settingsSchema(capability).properties ?? {})) {
    if (typeof schema === 'object' && schema.default !== undefined) defaults[name] = schema.default;
  }
  return defaults;
}

/** Prompt-like settings that were sent without any text, in the capability's order. */
export function blankPrompts(capability: Capability, settings: Record<string, unknown>): string[] {
  if (capability.blank_prompts) return [...capability.blank_prompts(settings)];
  return capability.prompt_settings.filter((name) => {
    const value = settings[name];
    return typeof value === 'string' && value.trim() === '';
  });
}

/** Credits that the capability costs with such settings. */
export function priceOf({ price, estimated_credits }: Capability, settings: Record<string, unknown>): number {
  return price?.(settings) ?? estimated_credits;
}

/** Throws PRECONDITION_FAILED that names the prompts that were sent without any text; `within` is the field of the body that has them. */
export function requirePrompts(blank: readonly string[], within?: 'settings' | 'input'): void {
  if (blank.length === 0) return;
  const details = blank.map((name) => [within ? `${within}.${name}` : name, ['Must not be empty.']]);
  throw preconditionFailed('A prompt is empty.', Object.fromEntries(details));
}
