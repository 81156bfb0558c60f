import { z } from 'zod';
import type { Capability } from '../capabilities/types.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';

/** Settings as the capability takes them. Throws VALIDATION_ERROR that names them as `settings.topic`. */
export function settingsOf(capability: Capability, settings: Record<string, unknown>): Record<string, unknown> {
  const parsed = z.object({ settings: capability.settings }).safeParse({ settings }, { reportInput: true });
  if (parsed.error) throw invalid(detailsOf(parsed.error));
  return parsed.data.settings;
}
