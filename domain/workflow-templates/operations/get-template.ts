import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { templateParams } from '../schema.ts';
import { knownTemplate } from '../target.ts';
import type { WorkflowTemplate } from '../types.ts';

/** One template with its steps and the form of its input. */
export const getTemplate = operation({
  name: 'workflow_templates.get',
  permission: 'view_content',
  params: templateParams,
  target: knownTemplate,
  input: nothing,
  run: async (_deps, _call, _input, template): Promise<WorkflowTemplate> => template,
});
