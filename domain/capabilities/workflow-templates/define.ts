import type { CapabilitySlug } from '../../kernel/capability-slugs.ts';
import type { Source, TemplateStep } from './types.ts';

/** What a step's declaration may say beyond key, capability and title. */
interface StepOptions {
  after?: string[];
  optional?: true;
  settings?: Record<string, Source>;
}

/** A step of a template. */
export function run(key: string, capability: CapabilitySlug, title: string, options: StepOptions = {}): TemplateStep {
  const { after = [], optional = false, settings = {} } = options;
  return { key, capability, title, depends_on: after, optional, settings };
}

/** A setting that takes a field of the input under another name. */
export function input(field: string): Source {
  return { from: 'input', field };
}

/** A setting that takes the text that an earlier step made. */
export function textOf(step: string): Source {
  return { from: 'step', step };
}

/** A setting that is the same for every input. */
export function always(value: string | number | boolean): Source {
  return { from: 'value', value };
}
