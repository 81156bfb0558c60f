import type { ZodObject } from 'zod';
import type { CapabilitySlug } from '../kernel/capability-slugs.ts';

/** What templates are grouped by, with the label of each group. */
export const TEMPLATE_CATEGORIES = {
  launch: 'Launches and announcements',
  demand: 'Demand generation',
  content: 'Content production',
  optimization: 'Analysis and optimisation',
} as const;
export type TemplateCategory = keyof typeof TEMPLATE_CATEGORIES;
/** Names of the categories, in the order of lists. */
export const TEMPLATE_CATEGORY_NAMES = Object.keys(TEMPLATE_CATEGORIES) as readonly TemplateCategory[];

/** Where a setting comes from that is no field of the input by its own name. */
export type Source =
  | { from: 'input'; field: string }
  /** The text that an earlier step made; what is fed so must not change the price. */
  | { from: 'step'; step: string }
  | { from: 'value'; value: string | number | boolean };

/** A capability within a template. */
export interface TemplateStep {
  /** `[a-z][a-z0-9_]*`, unique in the template. */
  key: string;
  capability: CapabilitySlug;
  title: string;
  depends_on: string[];
  /** Where it fails, the rest is kept: only the steps that need it are cancelled. Else its failure ends the execution. */
  optional: boolean;
  /** By the setting's name. A setting that is not named here takes the field of the input that has its name. */
  settings: Record<string, Source>;
}

/** A use case made of several capabilities, carried out as one execution. */
export interface WorkflowTemplate {
  /** No slug of a capability, since an execution names what was ordered by either. */
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  /** Fields of the input, with a description on each; unknown ones are dropped. */
  input: ZodObject;
  /** Required texts that ask the AI something; blank ones are a failed precondition (412) rather than a 422. */
  prompt_inputs: readonly string[];
  steps: readonly TemplateStep[];
  /** An input that shows what is meant. */
  example: Record<string, unknown>;
}

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
