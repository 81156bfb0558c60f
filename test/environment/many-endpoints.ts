/** Gives a webhook's partner so many more like it, at once: making them through the API is not what such tests are about. */
export async function copyWebhook(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  id: number,
  count: number,
): Promise<void> {
  await query(
    `INSERT INTO webhook_endpoint (row_key, partner_id, url, events, description, secret, active, created_at, updated_at)
     SELECT gen_random_uuid(), partner_id, url, events, description, secret, active, created_at, updated_at
     FROM webhook_endpoint, generate_series(1, $2::int) WHERE id = $1`,
    [id, count],
  );
}
