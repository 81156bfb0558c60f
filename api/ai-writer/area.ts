import { createMessage } from '../../domain/ai-writer/operations/create-message.ts';
import { createOwnTemplate } from '../../domain/ai-writer/operations/create-own-template.ts';
import { removeMessage } from '../../domain/ai-writer/operations/delete-message.ts';
import { deleteWriterTemplate } from '../../domain/ai-writer/operations/delete-own-template.ts';
import { addFavorite, listFavorites, removeFavorite } from '../../domain/ai-writer/operations/favorites.ts';
import {
  getMessage,
  getPartnerTemplate,
  getWriterTemplate,
  listMessages,
  listPartnerTemplates,
  listTemplates,
} from '../../domain/ai-writer/operations/reads.ts';
import { saveText } from '../../domain/ai-writer/operations/save-text.ts';
import { streamOutput } from '../../domain/ai-writer/operations/stream-output.ts';
import { updateWriterTemplate } from '../../domain/ai-writer/operations/update-own-template.ts';
import { writeText } from '../../domain/ai-writer/operations/write-text.ts';
import { requestedWriterPrice } from '../../domain/ai-writer/schema.ts';
import { area } from '../area.ts';
import { OUTBOUND } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { failedOutput, outputEvents } from './events.ts';
import {
  changedFavorites,
  favoriteList,
  messageResource,
  outputRecord,
  ownTemplateResource,
  saved,
  templateChoice,
  templateDetail,
  templateList,
  writtenTexts,
} from './resource.ts';

const PREFIX = '/aiwriter';

export const aiWriterArea = area({
  tag: { name: 'AI writer', group: 'Content', description: 'Texts from templates, written while they are read.' },
  routes: [
    route({
      method: 'GET',
      path: `${PREFIX}/openai-list`,
      operationId: 'listWriterTemplates',
      summary: 'List the templates of the AI writer, those of your own last',
      operation: listTemplates,
      body: templateList,
      tool: {
        name: 'list_writer_templates',
        title: 'List writer templates',
        description:
          'Lists the templates of the AI writer, and those of the partner’s own with their fields, by their post_type, which generate_text takes.',
        source: templateChoice,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/generator/{slug}`,
      operationId: 'getWriterTemplate',
      summary: 'One template with what it asks for',
      operation: getWriterTemplate,
      body: templateDetail,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/templates`,
      operationId: 'listOwnWriterTemplates',
      summary: 'List the templates of your own with all their parts, newest first',
      extension: true,
      operation: listPartnerTemplates,
      body: page(ownTemplateResource),
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/templates`,
      operationId: 'createWriterTemplate',
      summary: 'Add a template of your own',
      description:
        'Fields that people are asked for, role and task of the AI, rules for the form of the text, and what it becomes. It is used wherever the platform’s templates are: its slug is the `post_type`, and its values are in `fields`. Up to 50 templates.',
      extension: true,
      operation: createOwnTemplate,
      status: 201,
      body: one(ownTemplateResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/templates/{id}`,
      operationId: 'getOwnWriterTemplate',
      summary: 'One template of your own with all its parts',
      extension: true,
      operation: getPartnerTemplate,
      body: one(ownTemplateResource),
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/templates/{id}`,
      operationId: 'updateWriterTemplate',
      summary: 'Change a template of your own; messages that were made by it stay as they are',
      description: 'Lists and `output` replace those before.',
      extension: true,
      operation: updateWriterTemplate,
      body: one(ownTemplateResource),
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/templates/{id}`,
      operationId: 'deleteWriterTemplate',
      summary: 'Remove a template of your own, also from the favourites',
      description: 'Messages that were made by it stay, and are written as before.',
      extension: true,
      operation: deleteWriterTemplate,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate`,
      operationId: 'createWriterMessage',
      summary: 'Say what a text is to be about; its texts come from generate-output',
      operation: createMessage,
      body: outputRecord,
      errors: ['CAPABILITY_NOT_ALLOWED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
    }),

    stream({
      method: 'POST',
      path: `${PREFIX}/generate-output`,
      operationId: 'generateWriterOutput',
      summary: 'Have the texts of a message written, as events',
      description:
        'The data of the events, put together, are the text; `[DONE]` ends it. Several texts follow one another, with a comment and a blank line between. The same options again replay what was written, free of charge, and go on where it broke off.',
      operation: streamOutput,
      write: outputEvents,
      failed: failedOutput,
      errors: [
        'CAPABILITY_NOT_ALLOWED',
        'CONFLICT',
        'DAILY_CREDIT_LIMIT_EXCEEDED',
        'NOT_FOUND',
        'NO_CREDITS',
        'SERVICE_UNAVAILABLE',
      ],
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate-text`,
      operationId: 'generateWriterText',
      summary: 'Have texts written, and get them in one answer',
      extension: true,
      operation: writeText,
      body: writtenTexts,
      errors: [
        'CONFLICT',
        'CAPABILITY_NOT_ALLOWED',
        'DAILY_CREDIT_LIMIT_EXCEEDED',
        'NOT_FOUND',
        'NO_CREDITS',
        'PRECONDITION_FAILED',
      ],
      tool: {
        name: 'generate_text',
        title: 'Generate text',
        description:
          'Has the AI write texts by a template (post_type), and answers with them; the description of each field says which templates need it, and templates of the partner’s own take fields. Costs the credits of ai_writer for each started 500 words of maximum_length x number_of_results. For a content item on the board use execute_capability.',
        rename: { brand_voice_id: 'company', brand_voice_product_id: 'product' },
        input: { brandVoiceIn: () => 'arguments', credits: (_context, given) => requestedWriterPrice(given) },
        whole: ['results'],
        annotations: OUTBOUND,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate/save`,
      operationId: 'saveWriterText',
      summary: 'Make a content item of a text',
      operation: saveText,
      body: saved,
      errors: ['CONFLICT', 'NOT_FOUND'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/history`,
      operationId: 'listWriterMessages',
      summary: 'List what was asked for and written, or find it by words, newest first',
      extension: true,
      operation: listMessages,
      body: page(messageResource),
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/history/{id}`,
      operationId: 'getWriterMessage',
      summary: 'One message with its texts, whole',
      extension: true,
      operation: getMessage,
      body: one(messageResource),
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/history/{id}`,
      operationId: 'deleteWriterMessage',
      summary: 'Delete a message with its texts; content items that were made of them stay',
      extension: true,
      operation: removeMessage,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/favorite-openai-list`,
      operationId: 'listFavoriteWriterTemplates',
      summary: 'Ids of the favourite templates',
      operation: listFavorites,
      body: favoriteList,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/favorite-openai-list-add`,
      operationId: 'addFavoriteWriterTemplate',
      summary: 'Add a template to the favourites',
      operation: addFavorite,
      body: changedFavorites,
      errors: ['NOT_FOUND'],
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/favorite-openai-list-remove`,
      operationId: 'removeFavoriteWriterTemplate',
      summary: 'Take a template from the favourites',
      operation: removeFavorite,
      body: changedFavorites,
      errors: ['NOT_FOUND'],
    }),
  ],
});
