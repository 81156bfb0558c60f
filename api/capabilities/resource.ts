import { z } from 'zod';
import { defaultSettings, requiredSettings, settingsSchema } from '../../domain/capabilities/request.ts';
import { CATEGORIES, type Capability, type PlannedStep, STEP_KINDS } from '../../domain/capabilities/types.ts';
import { translate, translatedSchema } from '../language/translate.ts';
import { countSchema, type PresentContext, presenter, resource } from '../resource.ts';

/** The fields of a step that a plan shows. */
type ShownStep = Pick<PlannedStep, 'key' | 'title' | 'kind' | 'depends_on' | 'estimated_credits'>;

const plannedStep = z
  .object({
    key: z.string().describe('Identifies the step within the plan.'),
    title: z.string().describe('What the step does.'),
    kind: z.enum(STEP_KINDS).describe('Kind of work, which determines the prompt and the output format.'),
    depends_on: z.array(z.string()).describe('Keys of the steps whose results it needs; other steps run in parallel.'),
    estimated_credits: countSchema.describe('Its share of the price of the execution.'),
  })
  .meta({ title: 'PlannedStep' });

/** The plan of an execution, step by step. */
export const planPresenter = presenter(
  z
    .object({
      summary: z.string().describe('How the work is done, in one sentence; empty before planning.'),
      steps: z.array(plannedStep).describe('The steps in order.'),
    })
    .meta({ title: 'Plan' }),
  ({ summary, steps }: { summary: string; steps: readonly ShownStep[] }, { language }) => ({
    summary: translate(summary, language),
    steps: steps.map(({ key, title, kind, depends_on, estimated_credits }) => ({
      key,
      title: translate(title, language),
      kind,
      depends_on,
      estimated_credits,
    })),
  }),
);

const LABELS: Record<Capability['category'], string> = {
  generation: 'Generation',
  publishing: 'Publishing',
  analysis: 'Analysis',
  workflow: 'Workflow',
};

const attributes = {
  slug: z.string().describe('Identifies the capability in paths, key scopes, triggers and templates.'),
  name: z.string().describe('Display name.'),
  description: z.string().describe('What it does, in one sentence.'),
  category: z
    .enum(CATEGORIES)
    .describe(
      '`generation` writes texts, `publishing` schedules them, `analysis` assesses or answers, `workflow` combines several.',
    ),
  category_label: z.string().describe('Display name of the category.'),
  requires_credits: z.boolean().describe('Whether an execution costs credits.'),
  estimated_credits: z.int().describe('Credits per execution; the minimum, if settings change the price.'),
  is_beta: z.boolean().describe('May still change; listed only with `include_beta=true`.'),
};
const links = { self: z.string(), execute: z.string() };

/** A capability as lists show it. */
export const capabilityResource = resource({ type: 'capability', attributes, links, present: summaryOf });

/** A capability with its settings and prices. */
export const capabilityDetailResource = resource({
  type: 'capability',
  name: 'CapabilityDetail',
  attributes: {
    ...attributes,
    required_settings: z.array(z.string()).describe('Names of required settings.'),
    default_settings: z.record(z.string(), z.unknown()).describe('Defaults of optional settings.'),
    required_extensions: z
      .array(z.string())
      .describe('Product extensions that must be installed; currently always empty.'),
    settings_schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of `settings`.'),
  },
  links,
  present(capability: Capability, context) {
    const summary = summaryOf(capability, context);
    return {
      ...summary,
      attributes: {
        ...summary.attributes,
        required_settings: requiredSettings(capability),
        default_settings: defaultSettings(capability),
        required_extensions: [...capability.required_extensions],
        settings_schema: translatedSchema(settingsSchema(capability), context.language),
      },
    };
  },
});

const catalogueSchema = z.object({
  data: z.array(capabilityResource.schema),
  meta: z.object({
    total: z.int().describe('Number of capabilities in `data`.'),
    categories: z.array(z.enum(CATEGORIES)).describe('All categories, regardless of filters.'),
  }),
});

/** The catalogue, unpaged. */
export const catalogue = presenter(catalogueSchema, (capabilities: readonly Capability[], context) => ({
  data: capabilities.map((capability) => capabilityResource.present(capability, context)),
  meta: { total: capabilities.length, categories: [...CATEGORIES] },
}));

/** The catalogue in a form for models, a tenth of its length: costs by category and slug. */
export const shortCatalogue = {
  schema: z.object(Object.fromEntries(CATEGORIES.map((category) => [category, z.record(z.string(), z.int())]))),
  of(body: unknown) {
    const { data } = body as z.output<typeof catalogueSchema>;
    const pricesOf = (wanted: Capability['category']) =>
      data
        .filter(({ attributes: { category } }) => category === wanted)
        .map(({ attributes: { slug, estimated_credits } }) => [slug, estimated_credits]);
    return Object.fromEntries(CATEGORIES.map((category) => [category, Object.fromEntries(pricesOf(category))]));
  },
};

function summaryOf(capability: Capability, { language }: PresentContext) {
  const self = `/api/v1/content-workflow/capabilities/${capability.slug}`;
  return {
    id: capability.id,
    attributes: {
      slug: capability.slug,
      name: translate(capability.name, language),
      description: translate(capability.description, language),
      category: capability.category,
      category_label: translate(LABELS[capability.category], language),
      requires_credits: capability.estimated_credits > 0,
      estimated_credits: capability.estimated_credits,
      is_beta: capability.is_beta,
    },
    links: { self, execute: `${self}/execute` },
  };
}
