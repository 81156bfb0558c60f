import { expect, test } from '@jest/globals';
import { withDatabase } from '../environment/database.ts';
import { createPartner } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

/** More than an API process has connections. */
const REQUESTS = 40;

test('what waits for a row of one partner holds up no other', async () => {
  const [busy, other] = await Promise.all([createPartner({ credits: 10_000 }), createPartner({ credits: 10_000 })]);
  const begin = (partner: typeof busy) =>
    partner.request('POST /content-workflow/capabilities/{slug}/execute', {
      params: { slug: 'blog_post' },
      body: { settings: { topic: 'Turns' } },
    });
  await withDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM credit_account WHERE partner_id = $1 FOR UPDATE', [busy.id]);
    const waiting = Array.from({ length: REQUESTS }, () => begin(busy));
    // Requests with a connection wait for the row; the others wait in the queue.
    await waitUntil('a request to wait for the row', async () => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE application_name = 'marketwright-api' AND wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows[0].n > 0;
    });
    const [changed, read] = await Promise.all([begin(other), other.request('GET /content-workflow/executions')]);
    await client.query('COMMIT');
    expect([changed.status, read.status]).toEqual([201, 200]);
    // Some wait for the row beyond the lock timeout.
    const answers = await Promise.all(waiting);
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  });
});
