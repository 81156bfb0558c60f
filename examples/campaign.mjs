// A campaign of five texts: written, discussed, approved, put on the calendar of the next weeks, and found again.
// BASE_URL=https://…/api/v1 API_KEY=vp3_… node examples/campaign.mjs "Acme Move"
const { BASE_URL, API_KEY } = process.env;
const name = process.argv[2] ?? 'Acme Move';
const TOPICS = ['what is new', 'how to begin', 'what it replaces', 'what customers say', 'what comes next'];
const DAY_MS = 86_400_000;

/** Sends a request; returns the answer, whose errors end the program. */
async function call(method, path, { body, headers } = {}) {
  const response = await fetch(`${BASE_URL}${path}`, {
    method,
    // A repeated POST with the same key does its work once.
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { ...answer, etag: response.headers.get('etag') };
}

/** Writes a text about a topic, and returns the content item. */
async function write(topic) {
  const { data } = await call('POST', '/content-workflow/capabilities/blog_post/execute', {
    body: { settings: { topic: `${name}: ${topic}` } },
  });
  for (let seconds = 0; seconds < 120; seconds += 1) {
    const { attributes } = (await call('GET', `/content-workflow/executions/${data.id}`)).data;
    if (['failed', 'cancelled'].includes(attributes.status)) throw new Error(attributes.error_message);
    if (attributes.status === 'completed') {
      const assets = await call('GET', `/content-workflow/executions/${data.id}/assets`);
      return assets.data.content_items[0];
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`Execution ${data.id} has not ended.`);
}

/** Discusses the first paragraph of a text, changes the text, and approves what it says then. */
async function review(id) {
  const path = `/content-workflow/content-items/${id}`;
  const { data, etag } = await call('GET', path);
  const { title, body, version } = data.attributes;
  const quote = body.split('\n').find((line) => /^\p{L}/u.test(line));
  const comment = await call('POST', `${path}/comments`, {
    body: { body: 'Say who it is for.', anchor: { quote, start: body.indexOf(quote), version } },
  });
  await call('POST', `${path}/comments`, { body: { body: 'Done.', parent_id: comment.data.id } });
  // Refused with 412 where somebody else has changed the text meanwhile.
  const changed = await call('PATCH', path, {
    body: { body: `${body}\n\nFor teams that sell on a marketplace.` },
    headers: { 'if-match': etag },
  });
  await call('PATCH', `${path}/comments/${comment.data.id}`, { body: { resolved: true } });
  await call('POST', `${path}/approve`, { body: { version: changed.data.attributes.version } });
  await call('POST', `/content-workflow/kanban/${id}/status`, { body: { status: 'ready' } });
  return { id, title };
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
for (const { id } of written) texts.push(await review(id));
const first = await plan(campaign.data.id, texts);

// Later, with nothing but the campaign's name: the calendar knows the texts by their days, the board by their titles.
const campaigns = await call('GET', '/gtm-schedule/campaigns');
const found = campaigns.data.find(({ id, attributes }) => attributes.name === name && id === campaign.data.id);
const range = `start_date=${dayOf(first)}&end_date=${dayOf(new Date(first.getTime() + 40 * DAY_MS))}`;
const calendar = await call('GET', `/gtm-schedule/events?${range}&campaign_id=${found.id}`);
const planned = calendar.data.map(({ attributes }) => attributes.content_item_id);
const board = await call(
  'GET',
  `/content-workflow/content-items?q=${encodeURIComponent(name)}&status=ready&per_page=100`,
);
const listed = new Set(board.data.filter(({ attributes }) => attributes.approved).map(({ id }) => id));
for (const { id, title } of texts) {
  if (!planned.includes(id) || !listed.has(id)) throw new Error(`"${title}" was not found again.`);
}
for (const { attributes } of calendar.data) {
  process.stdout.write(`${attributes.scheduled_at} ${attributes.title} (text ${attributes.content_item_id})\n`);
}
