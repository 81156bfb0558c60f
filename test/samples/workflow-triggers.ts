import { ended } from '../environment/executions.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { publish } from '../environment/webhooks.ts';
import { createTrigger, firingsOf, ON_EVENT } from '../environment/workflow-triggers.ts';
import { PEOPLE } from './content-items.ts';
import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/content-workflow/trigger-events/{name}': {
      make: async () => 'listing.updated',
      unknown: 'nothing.happened',
      shared: 'The catalogue of events is the platform’s; the newest event is the caller’s own.',
    },
    '/content-workflow/workflow-triggers/{id}': {
      async make(partner) {
        const id = await createTrigger(partner);
        await publish(partner, ON_EVENT.event.name);
        const execution = await waitUntil(
          'the execution that the sample trigger starts',
          async () => (await firingsOf(partner, id))[0]?.attributes.execution_id,
        );
        await ended(partner, execution);
        return id;
      },
    },
  },
  inputs: {
    'POST /content-workflow/workflow-triggers': { input: ON_EVENT, references: PEOPLE },
    'PATCH /content-workflow/workflow-triggers/{id}': { input: { name: 'Samples' }, references: PEOPLE },
  },
};
