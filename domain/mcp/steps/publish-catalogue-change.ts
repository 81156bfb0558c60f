import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { replaceCatalogue } from '../change-store.ts';

/** Notifies sessions that know the catalogue of an earlier release that every list has changed. */
export const publishCatalogueChange = step({
  name: 'mcp.announce_catalogue',
  input: z.object({ digest: z.string() }),
  output: z.void(),
  async run({ db, clock, notifications }, _call, { digest }) {
    const topics = await replaceCatalogue(db, clock.now(), digest);
    for (const topic of topics) notifications.notify(topic);
  },
});
