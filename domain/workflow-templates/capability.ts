import { z } from 'zod';
import { capabilities, promptText, resultCount, step } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';
import { WORKFLOW_TEMPLATES } from './catalogue/index.ts';
import { templateOf } from './own.ts';
import { capabilitiesOf } from './plan.ts';
import { findDefinedById, findDefinition } from './store.ts';

/** Templates as targets of executions, and their suggestion as a capability. */
export const templateFeature: Feature = {
  entries: capabilities([
    {
      slug: 'template_suggestion',
      name: 'Template suggestion',
      description: 'Suggests how a use case can be put together from capabilities of the platform.',
      settings: z.object({
        use_case: promptText('What should be achieved.'),
        ...resultCount(10, 3),
      }),
      prompt_settings: ['use_case'],
      default_plan: [step('suggestions', 'Suggest templates', 'ideate', [], { type: 'answer' })],
      optional_kinds: [],
      brief:
        'You advise on marketing workflows such as blog posts, email campaigns, social posts, translations, launches and analyses. Each idea names a workflow, with the reason why it fits the use case.',
    },
  ]),
  templates: WORKFLOW_TEMPLATES.map((template) => ({
    slug: template.slug,
    name: template.name,
    capabilities: capabilitiesOf(template),
    input: template.input,
  })),
  async ownTemplate(db, { partnerId, id, version }) {
    const template = await findDefinedById(db, partnerId, id);
    const definition = template && (await findDefinition(db, id, version));
    return template && definition ? templateOf({ ...template, definition }) : undefined;
  },
};
