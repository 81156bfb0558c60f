import { TEMPLATES } from '../../capabilities/ai-writer/catalogue.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';

/** All templates, premium ones too. */
export const listTemplates = operation({
  name: 'ai_writer.list_templates',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async () => TEMPLATES,
});
