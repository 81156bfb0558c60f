import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { WORKFLOW_TEMPLATES } from '../catalogue/index.ts';
import {
  TEMPLATE_CATEGORIES,
  TEMPLATE_CATEGORY_NAMES,
  type TemplateCategory,
  type WorkflowTemplate,
} from '../types.ts';

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
