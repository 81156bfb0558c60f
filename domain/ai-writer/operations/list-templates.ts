import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { TEMPLATES } from '../catalogue.ts';

/** All templates, premium ones too. */
export const listTemplates = operation({
  name: 'ai_writer.list_templates',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async () => TEMPLATES,
});
