import { createMessage } from '../../domain/ai-writer/operations/create-message.ts';
import { addFavorite, listFavorites, removeFavorite } from '../../domain/ai-writer/operations/favorites.ts';
import { getWriterTemplate, listMessages, listTemplates } from '../../domain/ai-writer/operations/reads.ts';
import { saveText } from '../../domain/ai-writer/operations/save-text.ts';
import { streamOutput } from '../../domain/ai-writer/operations/stream-output.ts';
import { writeText } from '../../domain/ai-writer/operations/write-text.ts';
import { page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { failedOutput, outputEvents } from './events.ts';
import {
  changedFavorites,
  favoriteList,
  messageResource,
  outputRecord,
  saved,
  templateDetail,
  templateList,
  writtenTexts,
} from './resource.ts';

const PREFIX = '/aiwriter';

export const listTemplatesRoute = route({
  method: 'GET',
  path: `${PREFIX}/openai-list`,
  operationId: 'listWriterTemplates',
  summary: 'List the templates of the AI writer',
  operation: listTemplates,
  body: templateList,
});

export const getTemplateRoute = route({
  method: 'GET',
  path: `${PREFIX}/generator/{slug}`,
  operationId: 'getWriterTemplate',
  summary: 'One template with what it asks for',
  operation: getWriterTemplate,
  body: templateDetail,
});

export const generateRoute = route({
  method: 'POST',
  path: `${PREFIX}/generate`,
  operationId: 'createWriterMessage',
  summary: 'Say what a text is to be about; its texts come from generate-output',
  operation: createMessage,
  body: outputRecord,
  errors: ['CAPABILITY_NOT_ALLOWED', 'NOT_FOUND', 'PRECONDITION_FAILED'],
});

export const generateOutputRoute = stream({
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
});

export const generateTextRoute = route({
  method: 'POST',
  path: `${PREFIX}/generate-text`,
  operationId: 'generateWriterText',
  summary: 'Have texts written, and get them in one answer',
  extension: true,
  operation: writeText,
  body: writtenTexts,
  errors: ['CAPABILITY_NOT_ALLOWED', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'NOT_FOUND', 'NO_CREDITS', 'PRECONDITION_FAILED'],
});

export const saveRoute = route({
  method: 'POST',
  path: `${PREFIX}/generate/save`,
  operationId: 'saveWriterText',
  summary: 'Make a content item of a text',
  operation: saveText,
  body: saved,
  errors: ['NOT_FOUND'],
});

export const historyRoute = route({
  method: 'GET',
  path: `${PREFIX}/history`,
  operationId: 'listWriterMessages',
  summary: 'List what was asked for and written, newest first',
  extension: true,
  operation: listMessages,
  body: page(messageResource),
});

export const listFavoritesRoute = route({
  method: 'GET',
  path: `${PREFIX}/favorite-openai-list`,
  operationId: 'listFavoriteWriterTemplates',
  summary: 'Ids of the favourite templates',
  operation: listFavorites,
  body: favoriteList,
});

export const addFavoriteRoute = route({
  method: 'POST',
  path: `${PREFIX}/favorite-openai-list-add`,
  operationId: 'addFavoriteWriterTemplate',
  summary: 'Add a template to the favourites',
  operation: addFavorite,
  body: changedFavorites,
  errors: ['NOT_FOUND'],
});

export const removeFavoriteRoute = route({
  method: 'POST',
  path: `${PREFIX}/favorite-openai-list-remove`,
  operationId: 'removeFavoriteWriterTemplate',
  summary: 'Take a template from the favourites',
  operation: removeFavorite,
  body: changedFavorites,
  errors: ['NOT_FOUND'],
});
