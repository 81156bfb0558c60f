import type { ZodObject, z } from 'zod';
import type { CapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Comparison } from '../kernel/conditions.ts';

/** The categories of templates, with their labels. */
export const TEMPLATE_CATEGORIES = {
  launch: 'Launches and announcements',
  demand: 'Demand generation',
  content: 'Content production',
  optimization: 'Analysis and optimisation',
} as const;
export type TemplateCategory = keyof typeof TEMPLATE_CATEGORIES;
/** Names of the categories, in list order. */
export const TEMPLATE_CATEGORY_NAMES = Object.keys(TEMPLATE_CATEGORIES) as readonly TemplateCategory[];

/** Source of a setting that is not the input's field of the same name. */
export type Source =
  | { from: 'input'; field: string }
  /** The text that an earlier step made; it must not affect the price. */
  | { from: 'step'; step: string }
  | { from: 'value'; value: string | number | boolean | readonly string[] }
  /** The text of a step that is left out: the setting is, too. */
  | { from: 'nothing' };

/** What must hold of a field of the input. */
type InputCondition = Comparison & { field: string };

/** A capability within a template. */
export interface TemplateStep {
  /** `[a-z][a-z0-9_]*`, unique in the template. */
  key: string;
  capability: CapabilitySlug;
  title: string;
  depends_on: string[];
  /** If it fails, only the steps that depend on it are cancelled. A failure of any other step ends the execution. */
  optional: boolean;
  /** By the setting's name. A setting without an entry takes the input's field of its name. */
  settings: Record<string, Source>;
  /** All of it must hold of the input, or the step is left out; absent: it runs with every input. */
  when?: readonly InputCondition[];
  /** Its key in the plans of executions, where that is another one. */
  plan_key?: string;
}

/** What a template of a partner has besides. */
interface OwnTemplate {
  id: number;
  version: number;
  /** JSON Schema of its input, which costs less than making one of `input`. */
  input_schema: z.core.JSONSchema.BaseSchema;
}

/** A use case made of several capabilities, run as one execution. */
export interface WorkflowTemplate {
  /** Different from all slugs of capabilities, since an execution names its target by either. */
  slug: string;
  name: string;
  description: string;
  category: TemplateCategory;
  /** Fields of the input, each with a description; unknown ones are dropped. */
  input: ZodObject;
  /** Required texts for the AI; blank ones are a failed precondition (412) instead of a 422. */
  prompt_inputs: readonly string[];
  steps: readonly TemplateStep[];
  /** An example of an input. */
  example: Record<string, unknown>;
  /** Of a partner's own template; absent: it is the platform's. */
  own?: OwnTemplate;
}

/** A template of a partner's own. */
export type PartnerTemplate = WorkflowTemplate & { own: OwnTemplate };

/** Optional parts of a step's declaration. */
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

/** A setting that takes the text of an earlier step. */
export function textOf(step: string): Source {
  return { from: 'step', step };
}

/** A setting that is the same for every input. */
export function always(value: string | number | boolean): Source {
  return { from: 'value', value };
}
