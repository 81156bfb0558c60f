import { createMessage, OPTIONS } from '../environment/ai-writer.ts';
import { createWriterTemplate, writerTemplate } from '../environment/own-writer-template.ts';
import type { AreaSamples, InputSample } from './sample.ts';

const TEXT = { post_type: 'post_generator', description: 'Samples' };
const VOICE: InputSample['references'] = { company: '/content-workflow/brand-voices/{id}', product: 'product' };
const TEMPLATE: InputSample['references'] = { openai_id: '/aiwriter/templates/{id}' };

export const samples: AreaSamples = {
  records: {
    '/aiwriter/generator/{slug}': {
      make: async () => 'post_generator',
      unknown: 'nothing',
      shared: 'The platform’s templates; slugs of own ones are each partner’s.',
    },
    '/aiwriter/templates/{id}': { make: async (partner) => (await createWriterTemplate(partner)).id },
    '/aiwriter/history/{id}': { make: async (partner) => (await createMessage(partner, 'Samples')).message_id },
    message: { make: async (partner) => (await createMessage(partner, 'Samples')).message_id },
  },
  makeRows: (partner) => partner.request('POST /aiwriter/favorite-openai-list-add', { body: { openai_id: 1 } }),
  inputs: {
    'POST /aiwriter/templates': { input: writerTemplate() },
    'PATCH /aiwriter/templates/{id}': { input: { name: 'Sample' } },
    'POST /aiwriter/generate': { input: TEXT, references: VOICE },
    'POST /aiwriter/generate-text': { input: TEXT, references: VOICE },
    'POST /aiwriter/generate-output': { input: OPTIONS, references: { message_id: 'message' } },
    'POST /aiwriter/generate/save': { input: { response: 'Samples' }, references: { message_id: 'message' } },
    'POST /aiwriter/favorite-openai-list-add': { input: { openai_id: 1 }, references: TEMPLATE },
    'POST /aiwriter/favorite-openai-list-remove': { input: { openai_id: 1 }, references: TEMPLATE },
  },
};
