// A post for each change of a listing, with the listing's name in its title, reviewed before it is ready.
// BASE_URL=https://…/api/v1 API_KEY=vp3_… node examples/listing-post.mjs "$LISTING_ID"
// It waits for the next change. With ADMIN_KEY and PARTNER_ID it publishes one itself, so that it can be tried. With REVIEWER_ID, the number
// of somebody of the team, it leaves the review to that person.
import { call, itemOf, review, waitFor } from './content.mjs';

const { ADMIN_KEY, PARTNER_ID, REVIEWER_ID } = process.env;
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
    // Each post has this reviewer, who is notified of it.
    reviewer_id: REVIEWER_ID ? Number(REVIEWER_ID) : null,
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
await call('DELETE', path);
if (REVIEWER_ID) {
  const { title, reviewer_id } = (
    await call('POST', `/content-workflow/kanban/${id}/status`, { body: { status: 'review' } })
  ).data.attributes;
  process.stdout.write(`${title} (text ${id}) waits for the review of person ${reviewer_id}\n`);
} else {
  const { title } = await review(id, { addition: 'As it stands on the marketplace now.', tags: ['Listings'] });
  process.stdout.write(`${title} (text ${id})\n`);
}
