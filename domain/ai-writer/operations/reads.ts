import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { findTemplate, TEMPLATES } from '../catalogue.ts';
import { listOwnTemplatesQuery, ownTemplate, ownTemplateParams } from '../own/schema.ts';
import { findOwnTemplate, listOwnTemplates, selectOwnTemplates } from '../own/store.ts';
import { historyQuery, messageParams, templateParams } from '../schema.ts';
import { selectMessages, withOutputs } from '../store.ts';
import type { WriterTemplateRow } from '../table.ts';
import { ownMessage } from '../target.ts';
import type { WriterTemplate } from '../types.ts';

/** A template of the platform, or of the partner's own. */
export type AnyTemplate = WriterTemplate | WriterTemplateRow;

/** Lists all templates, including premium ones; the partner's own come last. */
export const listTemplates = operation({
  name: 'ai_writer.list_templates',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async ({ db }, call): Promise<AnyTemplate[]> => [
    ...TEMPLATES,
    ...(await selectOwnTemplates(db, partnerOf(call))),
  ],
});

/** Returns one template with its fields. */
export const getWriterTemplate = operation({
  name: 'ai_writer.get_template',
  permission: 'view_content',
  params: templateParams,
  async target({ db }, call, { slug }): Promise<AnyTemplate> {
    const template = findTemplate(slug) ?? (await findOwnTemplate(db, partnerOf(call), slug));
    if (!template) throw notFound('Template');
    return template;
  },
  input: nothing,
  run: async (_deps, _call, _input, template) => template,
});

/** Lists the partner's own templates, newest first. */
export const listPartnerTemplates = operation({
  name: 'ai_writer.list_own_templates',
  permission: 'view_content',
  params: nothing,
  input: listOwnTemplatesQuery,
  run: ({ db }, call, page) => listOwnTemplates(db, partnerOf(call), page),
});

/** Returns one of the partner's own templates. */
export const getPartnerTemplate = readOperation({
  name: 'ai_writer.get_own_template',
  permission: 'view_content',
  params: ownTemplateParams,
  target: ownTemplate,
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
