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
  tag: {
    name: 'AI writer',
    group: 'Content',
    description: 'Generate texts from templates, streamed as they are written.',
  },
  routes: [
    route({
      method: 'GET',
      path: `${PREFIX}/openai-list`,
      operationId: 'listWriterTemplates',
      summary: "List the AI writer's templates, your own last",
      operation: listTemplates,
      body: templateList,
      tool: {
        name: 'list_writer_templates',
        title: 'List writer templates',
        description:
          'Lists the templates of the AI writer by post_type, which generate_text takes; the partner’s own come with their fields.',
        source: templateChoice,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/generator/{slug}`,
      operationId: 'getWriterTemplate',
      summary: 'One template with its questions',
      operation: getWriterTemplate,
      body: templateDetail,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/templates`,
      operationId: 'listOwnWriterTemplates',
      summary: 'List your own templates in full, newest first',
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
        'A template has fields for people to fill in, a role and a task for the AI, rules for the form of the text, and an output type. It works like the platform’s templates: its slug is the `post_type`, and its values go into `fields`. Up to 50 templates.',
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
      summary: 'One of your own templates in full',
      extension: true,
      operation: getPartnerTemplate,
      body: one(ownTemplateResource),
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/templates/{id}`,
      operationId: 'updateWriterTemplate',
      summary: 'Change a template of your own; existing messages stay as they are',
      description: 'Lists and `output` are replaced as a whole.',
      extension: true,
      operation: updateWriterTemplate,
      body: one(ownTemplateResource),
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/templates/{id}`,
      operationId: 'deleteWriterTemplate',
      summary: 'Remove a template of your own, including from favorites',
      description: 'Messages created with it stay, and can still be generated.',
      extension: true,
      operation: deleteWriterTemplate,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate`,
      operationId: 'createWriterMessage',
      summary: 'Create a message; generate-output writes its texts',
      operation: createMessage,
      body: outputRecord,
      errors: ['CAPABILITY_NOT_ALLOWED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
    }),

    stream({
      method: 'POST',
      path: `${PREFIX}/generate-output`,
      operationId: 'generateWriterOutput',
      summary: 'Generate the texts of a message as a stream of events',
      description:
        'The data of the events, concatenated, is the text; `[DONE]` ends it. Several texts follow one another, separated by a comment and a blank line. The same options again replay the text free of charge and continue where it stopped.',
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
      summary: 'Generate texts and return them in one response',
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
          "Has the AI write texts from a template (post_type) and returns them; each field's description says which templates require it; the partner’s own templates take `fields`. Costs the credits of ai_writer for each started 500 words of maximum_length x number_of_results. For a content item on the board use execute_capability.",
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
      summary: 'Save a text as a content item',
      operation: saveText,
      body: saved,
      errors: ['CONFLICT', 'NOT_FOUND'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/history`,
      operationId: 'listWriterMessages',
      summary: 'List or search messages and their texts, newest first',
      extension: true,
      operation: listMessages,
      body: page(messageResource),
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/history/{id}`,
      operationId: 'getWriterMessage',
      summary: 'One message with its full texts',
      extension: true,
      operation: getMessage,
      body: one(messageResource),
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/history/{id}`,
      operationId: 'deleteWriterMessage',
      summary: 'Delete a message with its texts; content items saved from it stay',
      extension: true,
      operation: removeMessage,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/favorite-openai-list`,
      operationId: 'listFavoriteWriterTemplates',
      summary: 'Ids of your favorite templates',
      operation: listFavorites,
      body: favoriteList,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/favorite-openai-list-add`,
      operationId: 'addFavoriteWriterTemplate',
      summary: 'Add a template to your favorites',
      operation: addFavorite,
      body: changedFavorites,
      errors: ['NOT_FOUND'],
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/favorite-openai-list-remove`,
      operationId: 'removeFavoriteWriterTemplate',
      summary: 'Remove a template from your favorites',
      operation: removeFavorite,
      body: changedFavorites,
      errors: ['NOT_FOUND'],
    }),
  ],
});
