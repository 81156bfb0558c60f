// A campaign of five texts with images: written, discussed, approved, put on the calendar of the next weeks, and found again.
// BASE_URL=https://…/api/v1 API_KEY=vp3_… node examples/campaign.mjs "Acme Move"
import { call, itemOf, review } from './content.mjs';

const name = process.argv[2] ?? 'Acme Move';
const TOPICS = [
  'What is new in',
  'How to begin with',
  'What teams replace by',
  'What customers say of',
  'What comes after',
];
const DAY_MS = 86_400_000;
/** A red field, 8 × 4 pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAYAAACzzX7wAAAAEklEQVR4nGM4wcDwHx9moL0CAKDGOOFEc8gQAAAAAElFTkSuQmCC';

/** Writes a text about a topic, and returns the content item. */
async function write(topic) {
  const { data } = await call('POST', '/content-workflow/capabilities/blog_post/execute', {
    body: { settings: { topic: `${topic} ${name}` } },
  });
  return itemOf(data.id);
}

/** Adds an image to a text; what shows it stands in the answer. A text whose images have no words does not become ready. */
async function illustrate(id, altText) {
  const { data } = await call('POST', `/content-workflow/content-items/${id}/images`, {
    body: { content: PNG, encoding: 'base64', alt_text: altText },
  });
  return data.attributes.markdown;
}

/** Makes a weekly series in the campaign, and gives each of its events a text. */
async function plan(campaignId, texts) {
  const first = new Date(Date.now() + 7 * DAY_MS);
  first.setUTCHours(9, 0, 0, 0);
  const { data } = await call('POST', '/gtm-schedule/series', {
    body: {
      title: `${name}: weekly post`,
      scheduled_at: first.toISOString(),
      event_type: 'blog_post',
      channel: 'blog',
      campaign_id: campaignId,
      recurrence: `FREQ=WEEKLY;COUNT=${texts.length}`,
    },
  });
  const events = await call('GET', `/gtm-schedule/series/${data.id}/events`);
  for (const [index, { id, title }] of texts.entries()) {
    await call('PATCH', `/gtm-schedule/events/${events.data[index].id}`, {
      body: { title: title.slice(0, 200), content_item_id: id },
    });
  }
  return first;
}

const dayOf = (moment) => moment.toISOString().slice(0, 10);

const campaign = await call('POST', '/gtm-schedule/campaigns', { body: { name } });
const written = await Promise.all(TOPICS.map(write));
const texts = [];
for (const { id } of written) {
  const image = await illustrate(id, 'The colour of the campaign.');
  texts.push(await review(id, { addition: `For teams that sell on a marketplace.\n\n${image}`, tags: [name] }));
}
const first = await plan(campaign.data.id, texts);

// Later, with nothing but the campaign's name: the calendar knows the texts by their days, the board by their tag.
const campaigns = await call('GET', '/gtm-schedule/campaigns');
const found = campaigns.data.find(({ id, attributes }) => attributes.name === name && id === campaign.data.id);
const range = `start_date=${dayOf(first)}&end_date=${dayOf(new Date(first.getTime() + 40 * DAY_MS))}`;
const calendar = await call('GET', `/gtm-schedule/events?${range}&campaign_id=${found.id}`);
const planned = calendar.data.map(({ attributes }) => attributes.content_item_id);
const board = await call(
  'GET',
  `/content-workflow/content-items?tag=${encodeURIComponent(name)}&status=ready&per_page=100`,
);
const listed = new Set(board.data.filter(({ attributes }) => attributes.approved).map(({ id }) => id));
for (const { id, title } of texts) {
  if (!planned.includes(id) || !listed.has(id)) throw new Error(`"${title}" was not found again.`);
}
for (const { attributes } of calendar.data) {
  process.stdout.write(`${attributes.scheduled_at} ${attributes.title} (text ${attributes.content_item_id})\n`);
}
