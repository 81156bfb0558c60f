import type { Capabilities } from '../../capabilities/feature.ts';
import type { Call } from '../../kernel/call.ts';
import type { Db } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { detailsOf, nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { type CursorPlace, cursorPage, offsetOf, type Page, type PageRequest } from '../../kernel/page.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import { templateOf } from '../own.ts';
import { blankInputs, estimatedCredits, planProblems, planTemplate, problemsUnder } from '../plan.ts';
import {
  listTemplatesQuery,
  listVersionsQuery,
  ownTemplate,
  templateFileQuery,
  templateFromPath,
  templateParams,
  validateTemplateBody,
} from '../schema.ts';
import { findDefinition, selectDefined, selectVersions } from '../store.ts';
import type { DefinedTemplate, ListedVersion } from '../table.ts';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_CATEGORY_NAMES,
  type TemplateCategory,
  type WorkflowTemplate,
} from '../types.ts';

/** The platform's templates in the order of the catalogue, then the partner's own by slug; of two of one slug its own. */
async function templatesOf(db: Db, call: Call): Promise<WorkflowTemplate[]> {
  const own = (await selectDefined(db, partnerOf(call))).map(templateOf);
  const slugs = new Set(own.map(({ slug }) => slug));
  return [...WORKFLOW_TEMPLATES.filter(({ slug }) => !slugs.has(slug)), ...own];
}

/** The templates of the platform and the partner's own. */
export const listTemplates = operation({
  name: 'workflow_templates.list',
  permission: 'view_content',
  params: nothing,
  input: listTemplatesQuery,
  async run({ db }, call, { category, ...page }): Promise<Page<WorkflowTemplate>> {
    const all = await templatesOf(db, call);
    const templates = all.filter((template) => category === undefined || template.category === category);
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
  const from = last === undefined ? 0 : placeAfter(templates, last);
  const rows = templates.slice(from, from + per_page);
  const end = from + per_page < templates.length ? rows.at(-1) : undefined;
  return cursorPage(rows, { total: templates.length, per_page, cursor }, end && [end.slug]);
}

/** The place after a template; one of the partner's own may be gone by now. */
function placeAfter(templates: readonly WorkflowTemplate[], last: string): number {
  const found = templates.findIndex(({ slug }) => slug === last);
  if (found >= 0) return found + 1;
  const next = templates.findIndex(({ slug, own }) => own !== undefined && slug > last);
  return next >= 0 ? next : templates.length;
}

/** The templates of a category. */
export interface TemplateGroup {
  category: TemplateCategory;
  label: string;
  templates: WorkflowTemplate[];
}

/** All of them by category. */
export const listGroupedTemplates = operation({
  name: 'workflow_templates.list_grouped',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  async run({ db }, call): Promise<TemplateGroup[]> {
    const all = await templatesOf(db, call);
    return TEMPLATE_CATEGORY_NAMES.map((category) => ({
      category,
      label: TEMPLATE_CATEGORIES[category],
      templates: all.filter((template) => template.category === category),
    }));
  },
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
  /** Whole credits; of all steps if the input is not valid. */
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
      ? inputProblems(deps.capabilities, template, parsed.data)
      : problemsUnder('input', detailsOf(parsed.error));
    const valid = Object.keys(errors).length === 0;
    return {
      valid,
      errors,
      estimatedCredits:
        valid && parsed.success
          ? planTemplate(deps.capabilities, template, parsed.data).price
          : estimatedCredits(template),
    };
  },
});

/** What is wrong with an input that has the form of the template's. */
function inputProblems(
  catalogue: Pick<Capabilities, 'find'>,
  template: WorkflowTemplate,
  input: Record<string, unknown>,
): ErrorDetails {
  const blank = blankInputs(template, input);
  if (blank.length > 0)
    return problemsUnder('input', Object.fromEntries(blank.map((name) => [name, ['Must not be empty.']])));
  return template.own ? problemsUnder('input', planProblems(catalogue, template.steps, input)) : {};
}

/** A version of a template with the template's slug. */
export type TemplateVersion = ListedVersion & Pick<DefinedTemplate, 'slug'>;

/** The versions of a template of the partner's own, newest first. */
export const listTemplateVersions = operation({
  name: 'workflow_templates.list_versions',
  permission: 'view_content',
  params: templateParams,
  target: ownTemplate,
  input: listVersionsQuery,
  async run({ db }, _call, page, { id, slug }): Promise<Page<TemplateVersion>> {
    const found = await selectVersions(db, id, page);
    return { ...found, rows: found.rows.map((version) => ({ ...version, slug })) };
  },
});

/** A template of the partner's own as a file, which `createTemplate` takes. */
export const getTemplateFile = operation({
  name: 'workflow_templates.get_file',
  permission: 'view_content',
  params: templateParams,
  target: ownTemplate,
  input: templateFileQuery,
  async run({ db }, _call, { version }, template): Promise<DefinedTemplate> {
    if (version === undefined || version === template.version) return template;
    const definition = await findDefinition(db, template.id, version);
    if (!definition) throw notFound('Version');
    return { ...template, definition };
  },
});
