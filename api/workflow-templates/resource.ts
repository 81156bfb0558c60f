import { z } from 'zod';
import { settingsSchema } from '../../domain/capabilities/request.ts';
import { OPERATORS, scalarWith } from '../../domain/kernel/conditions.ts';
import { FORMAT_VERSION } from '../../domain/workflow-templates/definition.ts';
import type {
  TemplateCheck,
  TemplateGroup,
  TemplateVersion,
} from '../../domain/workflow-templates/operations/reads.ts';
import type { TemplateSuggestion } from '../../domain/workflow-templates/operations/suggest-templates.ts';
import { estimatedCredits } from '../../domain/workflow-templates/plan.ts';
import { createTemplateBody } from '../../domain/workflow-templates/schema.ts';
import type { DefinedTemplate } from '../../domain/workflow-templates/table.ts';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_CATEGORY_NAMES,
  type WorkflowTemplate,
} from '../../domain/workflow-templates/types.ts';
import { translate, translatedProblems, translatedSchema } from '../language/translate.ts';
import { countSchema, datetimeSchema, presenter, resource } from '../resource.ts';

const text = z.string();
const slugSchema = text.describe('Slug of the template.');

const stepSchema = z.object({
  key: text.describe('Name of the step within the template, its plans and results.'),
  capability: text.describe('Slug of the capability that the step runs.'),
  title: text.describe('Description of the step.'),
  depends_on: z.array(text).describe('Keys of the steps that it waits for and whose results it receives.'),
  optional: z.boolean().describe('If it fails, the rest continues; only steps that depend on it are cancelled.'),
  when: z
    .array(
      z.object({
        field: text.describe('The input field to compare.'),
        operator: z.enum(OPERATORS).describe('How the field is compared with `values`.'),
        values: z
          .array(scalarWith(z.number()))
          .describe('Comparison values; exactly one for `equals`, `greater` and `less`.'),
      }),
    )
    .describe('Condition on the input; if it is not met, the step is skipped at no charge.'),
});

/** A template with its steps and the schema of its input. */
export const templateResource = resource({
  type: 'workflow_template',
  id: slugSchema,
  attributes: {
    slug: slugSchema,
    name: text.describe('Display name of what the template creates.'),
    description: text.describe('When to use the template; may be empty.'),
    category: z.enum(TEMPLATE_CATEGORY_NAMES).describe('What the template is for.'),
    category_label: text.describe('Display name of the category.'),
    input_schema: z.record(text, z.unknown()).describe('JSON Schema (2020-12) of `input`.'),
    example_input: z.record(text, z.unknown()).describe('A valid `input` to start from.'),
    steps: z.array(stepSchema).describe('Steps of an execution; independent steps run in parallel.'),
    estimated_credits: countSchema.describe('Sum of the steps; call validate for the price of a specific input.'),
    source: z.enum(['platform', 'own']).describe('Whether it is one of the platform’s templates or your own.'),
    version: countSchema.nullable().describe('For a template of your own: the number of its newest definition.'),
  },
  links: { self: text, execute: text, validate: text },
  present(template: WorkflowTemplate, { language: asked }) {
    // The partner's own words stay as they are.
    const language = template.own ? undefined : asked;
    const self = `/api/v1/content-workflow/workflow-templates/${template.slug}`;
    return {
      id: template.slug,
      attributes: {
        name: translate(template.name, language),
        description: translate(template.description, language),
        category_label: translate(TEMPLATE_CATEGORIES[template.category], asked),
        input_schema:
          template.own?.input_schema ?? translatedSchema(settingsSchema({ settings: template.input }), language),
        example_input: template.example,
        steps: template.steps.map(({ key, capability, title, depends_on, optional, when = [] }) => ({
          key,
          capability,
          title: translate(title, language),
          depends_on,
          optional,
          when: [...when],
        })),
        estimated_credits: estimatedCredits(template),
        source: template.own ? ('own' as const) : ('platform' as const),
        version: template.own?.version ?? null,
      },
      links: { self, execute: `${self}/execute`, validate: `${self}/validate` },
    };
  },
});

/** A version of a template of the partner's own. */
export const templateVersionResource = resource({
  type: 'workflow_template_version',
  id: countSchema.describe('Number of the version.'),
  attributes: {
    actor: text.describe('Who saved it: type and number of a key, user or client.'),
    created_at: datetimeSchema,
  },
  links: { file: text },
  present: ({ slug, version }: TemplateVersion) => ({
    id: version,
    attributes: {},
    links: { file: `/api/v1/content-workflow/workflow-templates/${slug}/file?version=${version}` },
  }),
});

const fileSchema = createTemplateBody.meta({ title: 'WorkflowTemplateFile' });

/** A template of the partner's own as a file: the body that makes one. */
export const templateFile = presenter(
  fileSchema,
  ({ slug, name, description, category, definition: { input, steps, example } }: DefinedTemplate) => ({
    format_version: FORMAT_VERSION as typeof FORMAT_VERSION,
    slug,
    name,
    description,
    category,
    input,
    steps,
    example,
  }),
);

/** The templates of a category. */
export const templateGroup = presenter(
  z
    .object({
      category: z.enum(TEMPLATE_CATEGORY_NAMES).describe('Category of the templates.'),
      label: text.describe('Display name of the category.'),
      templates: z.array(templateResource.schema).describe('All templates of the category.'),
    })
    .meta({ title: 'WorkflowTemplateGroup' }),
  ({ category, label, templates }: TemplateGroup, context) => ({
    category,
    label: translate(label, context.language),
    templates: templates.map((template) => templateResource.present(template, context)),
  }),
);

/** The requirements and cost of an execution with this input. */
export const templateCheck = presenter(
  z
    .object({
      valid: z.boolean().describe('Whether execute would accept the input.'),
      errors: z.record(text, z.array(text)).describe('Problems by dotted field path, as execute would report them.'),
      estimated_credits: countSchema.describe('Credits that an execution with this input would hold.'),
    })
    .meta({ title: 'WorkflowTemplateCheck' }),
  ({ valid, errors, estimatedCredits: estimated_credits }: TemplateCheck, { language }) => ({
    valid,
    errors: translatedProblems(errors, language),
    estimated_credits,
  }),
);

/** A template that fits a use case, and why. */
export const templateSuggestion = resource({
  type: 'workflow_template_suggestion',
  id: slugSchema,
  attributes: {
    slug: slugSchema,
    name: text.describe('Display name of what the template creates.'),
    reason: text.describe('Why the AI suggests it for the use case.'),
    estimated_credits: countSchema.describe('Sum of the steps; call validate for the price of a specific input.'),
  },
  links: { template: text },
  present: ({ template }: TemplateSuggestion, { language }) => ({
    id: template.slug,
    attributes: {
      slug: template.slug,
      name: template.own ? template.name : translate(template.name, language),
      estimated_credits: estimatedCredits(template),
    },
    links: { template: `/api/v1/content-workflow/workflow-templates/${template.slug}` },
  }),
});
