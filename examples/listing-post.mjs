// A post for each change of a listing, with the listing's name in its title, reviewed before it is ready.
// BASE_URL=https://…/api/v1 API_KEY=vp3_… node examples/listing-post.mjs "$LISTING_ID"
// It waits for the next change. With ADMIN_KEY and PARTNER_ID it publishes one itself, so that it can be tried.
import { call, itemOf, review, waitFor } from './content.mjs';

const { ADMIN_KEY, PARTNER_ID } = process.env;
const listing = process.argv[2];

// Names of a listing are known once it has been read.
await call('POST', '/marketplace/seo-score/analyze', { body: { listing_url: listing, sync: true } });
const trigger = await call('POST', '/content-workflow/workflow-triggers', {
  body: {
    name: `A post for each change of ${listing}`.slice(0, 100),
    target: { capability_slug: 'blog_post' },
    type: 'event',
    event: { name: 'listing.updated', filter: { listing_id: listing }, mapping: { topic: 'listing.title' } },
    max_runs_per_day: 5,
  },
});
const path = `/content-workflow/workflow-triggers/${trigger.data.id}`;

if (ADMIN_KEY) {
  await call('POST', `/3pi-partners/${PARTNER_ID}/events`, {
    key: ADMIN_KEY,
    body: { type: 'listing.updated', data: { listing_id: listing, changes: ['title'] } },
  });
}
const executionId = await waitFor('post', async () => {
  const [firing] = (await call('GET', `${path}/firings`)).data;
  // It is null while the occurrence waits for its turn.
  const result = firing?.attributes.result ?? 'fired';
  if (result !== 'fired') throw new Error(`The trigger has not fired: ${result}`);
  return firing?.attributes.execution_id ?? undefined;
});
const { id } = await itemOf(executionId);
const { title } = await review(id, { addition: 'As it stands on the marketplace now.', tags: ['Listings'] });
await call('DELETE', path);
process.stdout.write(`${title} (text ${id})\n`);
