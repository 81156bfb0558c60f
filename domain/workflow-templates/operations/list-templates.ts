import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { offsetOf, type Page } from '../../kernel/page.ts';
import { WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import { listTemplatesQuery } from '../schema.ts';
import type { WorkflowTemplate } from '../types.ts';

/** The catalogue of templates, in its own order. */
export const listTemplates = operation({
  name: 'workflow_templates.list',
  permission: 'view_content',
  params: nothing,
  input: listTemplatesQuery,
  async run(_deps, _call, { category, ...page }): Promise<Page<WorkflowTemplate>> {
    const templates = WORKFLOW_TEMPLATES.filter((template) => category === undefined || template.category === category);
    const from = offsetOf(page);
    return { rows: templates.slice(from, from + page.per_page), total: templates.length, ...page };
  },
});
