import { ownTemplateResource } from '../../api/ai-writer/resource.ts';
import { one } from '../../api/resource.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';

/** Body of a template of a partner's own: a weekly note with a topic and remarks. */
export function writerTemplate(changes: object = {}) {
  return {
    name: 'Weekly note',
    category: 'email',
    fields: [
      { name: 'topic', label: 'What happened?', type: 'text', required: true },
      { name: 'remarks', label: 'What else?', type: 'textarea', max: 50 },
    ],
    brief: 'You write short notes for colleagues.',
    task: 'Write the weekly note about {{topic}}.',
    form: ['End with one question.'],
    output: { content_type: 'email_draft', max_words: 90 },
    ...changes,
  };
}

/** Makes a template of the partner's own. */
export async function createWriterTemplate(partner: Pick<Partner, 'request'>, changes: object = {}) {
  const reply = await partner.request('POST /aiwriter/templates', { body: writerTemplate(changes) });
  return read(reply, one(ownTemplateResource).schema).data;
}
