import { detailsOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import {
  type CursorPlace,
  cursorPage,
  notOfThisList,
  offsetOf,
  type Page,
  type PageRequest,
} from '../../kernel/page.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import { blankInputs, estimatedCredits, planTemplate } from '../plan.ts';
import { listTemplatesQuery, templateFromPath, templateParams, validateTemplateBody } from '../schema.ts';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_CATEGORY_NAMES,
  type TemplateCategory,
  type WorkflowTemplate,
} from '../types.ts';

/** The catalogue of templates, in its own order. */
export const listTemplates = operation({
  name: 'workflow_templates.list',
  permission: 'view_content',
  params: nothing,
  input: listTemplatesQuery,
  async run(_deps, _call, { category, ...page }): Promise<Page<WorkflowTemplate>> {
    const templates = WORKFLOW_TEMPLATES.filter((template) => category === undefined || template.category === category);
    return page.cursor ? templatesAfter(templates, { ...page, cursor: page.cursor }) : templatesAt(templates, page);
  },
});

function templatesAt(templates: readonly WorkflowTemplate[], { page, per_page }: PageRequest): Page<WorkflowTemplate> {
  const from = offsetOf({ page, per_page });
  return { rows: templates.slice(from, from + per_page), total: templates.length, page, per_page };
}

function templatesAfter(
  templates: readonly WorkflowTemplate[],
  { per_page, cursor }: { per_page: number; cursor: CursorPlace },
): Page<WorkflowTemplate> {
  const [last] = cursor.key ?? [];
  const from = last === undefined ? 0 : templates.findIndex(({ slug }) => slug === last) + 1;
  if (last !== undefined && from === 0) throw notOfThisList();
  const rows = templates.slice(from, from + per_page);
  const end = from + per_page < templates.length ? rows.at(-1) : undefined;
  return cursorPage(rows, { total: templates.length, per_page, cursor }, end && [end.slug]);
}

/** The templates of a category. */
export interface TemplateGroup {
  category: TemplateCategory;
  label: string;
  templates: WorkflowTemplate[];
}

/** The whole catalogue of templates by category. */
export const listGroupedTemplates = operation({
  name: 'workflow_templates.list_grouped',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (): Promise<TemplateGroup[]> =>
    TEMPLATE_CATEGORY_NAMES.map((category) => ({
      category,
      label: TEMPLATE_CATEGORIES[category],
      templates: WORKFLOW_TEMPLATES.filter((template) => template.category === category),
    })),
});

/** A template with its steps and the schema of its input. */
export const getTemplate = readOperation({
  name: 'workflow_templates.get',
  permission: 'view_content',
  params: templateParams,
  target: templateFromPath,
});

/** The errors and the cost of an execution with such an input. */
export interface TemplateCheck {
  valid: boolean;
  /** By dotted field path; the same errors that execute would return. */
  errors: ErrorDetails;
  /** Whole credits; of the cheapest input if this one is not valid. */
  estimatedCredits: number;
}

/** Validates an input for a template without executing anything. */
export const validateTemplate = operation({
  name: 'workflow_templates.validate',
  permission: 'view_content',
  params: templateParams,
  target: templateFromPath,
  input: validateTemplateBody,
  async run(deps, _call, { input }, template): Promise<TemplateCheck> {
    const parsed = template.input.safeParse(input, { reportInput: true });
    const errors = parsed.success
      ? Object.fromEntries(blankInputs(template, parsed.data).map((name) => [name, ['Must not be empty.']]))
      : detailsOf(parsed.error);
    const valid = Object.keys(errors).length === 0;
    return {
      valid,
      errors: Object.fromEntries(Object.entries(errors).map(([name, problems]) => [`input.${name}`, problems])),
      estimatedCredits:
        valid && parsed.success
          ? planTemplate(deps.capabilities, template, parsed.data).price
          : estimatedCredits(template),
    };
  },
});
