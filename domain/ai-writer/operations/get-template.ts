import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findTemplate } from '../catalogue.ts';
import { templateParams } from '../schema.ts';
import type { WriterTemplate } from '../types.ts';

/** One template with what it asks for. */
export const getWriterTemplate = operation({
  name: 'ai_writer.get_template',
  permission: 'view_content',
  params: templateParams,
  async target(_deps, _call, { slug }): Promise<WriterTemplate> {
    const template = findTemplate(slug);
    if (!template) throw notFound('Template');
    return template;
  },
  input: nothing,
  run: async (_deps, _call, _input, template) => template,
});
