import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { findTemplate, TEMPLATES } from '../catalogue.ts';
import { historyQuery, messageParams, templateParams } from '../schema.ts';
import { selectMessages, withOutputs } from '../store.ts';
import { ownMessage } from '../target.ts';
import type { WriterTemplate } from '../types.ts';

/** Lists all templates, including premium ones. */
export const listTemplates = operation({
  name: 'ai_writer.list_templates',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async () => TEMPLATES,
});

/** Returns one template with its fields. */
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

/** Returns one message with its outputs, all texts whole. */
export const getMessage = operation({
  name: 'ai_writer.get_message',
  permission: 'view_content',
  params: messageParams,
  target: (deps, call, { id }) => ownMessage(deps, call, id),
  input: nothing,
  run: (deps, _call, _input, message) => withOutputs(deps.db, message),
});

/** Lists the partner's messages with their outputs, newest first. */
export const listMessages = operation({
  name: 'ai_writer.list_messages',
  permission: 'view_content',
  params: nothing,
  input: historyQuery,
  run: (deps, call, query) => selectMessages(deps.db, partnerOf(call), query),
});
