// What the examples of content share. BASE_URL=https://…/api/v1 API_KEY=vp3_…
const { BASE_URL, API_KEY } = process.env;

/** Sends a request; returns the answer, whose errors end the program. */
export async function call(method, path, { body, headers, key = API_KEY } = {}) {
  const response = await fetch(`${BASE_URL}${path}`, {
    method,
    // A repeated POST with the same key does its work once.
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = response.status === 204 ? {} : await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return { ...answer, etag: response.headers.get('etag') };
}

/** Asks once a second, for at most two minutes, until there is an answer. */
export async function waitFor(what, ask) {
  for (let seconds = 0; seconds < 120; seconds += 1) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`There is no ${what} after two minutes.`);
}

/** The content item that an execution has made, once it has ended. */
export function itemOf(executionId) {
  return waitFor(`text of execution ${executionId}`, async () => {
    const { attributes } = (await call('GET', `/content-workflow/executions/${executionId}`)).data;
    if (['failed', 'cancelled'].includes(attributes.status)) throw new Error(attributes.error_message);
    if (attributes.status !== 'completed') return undefined;
    return (await call('GET', `/content-workflow/executions/${executionId}/assets`)).data.content_items[0];
  });
}

/** Discusses the first paragraph of a text in the column of reviews, adds to the text, approves what it says then, and moves it to Ready. */
export async function review(id, { addition, tags }) {
  const path = `/content-workflow/content-items/${id}`;
  await call('POST', `/content-workflow/kanban/${id}/status`, { body: { status: 'review' } });
  const { data, etag } = await call('GET', path);
  const { title, body, version } = data.attributes;
  const quote = body.split('\n').find((line) => /^\p{L}/u.test(line));
  const comment = await call('POST', `${path}/comments`, {
    body: { body: 'Say who it is for.', anchor: { quote, start: body.indexOf(quote), version } },
  });
  await call('POST', `${path}/comments`, { body: { body: 'Done.', parent_id: comment.data.id } });
  // Refused with 412 where somebody else has changed the text meanwhile.
  const changed = await call('PATCH', path, {
    body: { body: `${body}\n\n${addition}`, tags },
    headers: { 'if-match': etag },
  });
  await call('PATCH', `${path}/comments/${comment.data.id}`, { body: { resolved: true } });
  await call('POST', `${path}/approve`, { body: { version: changed.data.attributes.version } });
  await call('POST', `/content-workflow/kanban/${id}/status`, { body: { status: 'ready' } });
  return { id, title };
}
