import { listingSnapshotTable, listingWatchTable } from '../../../domain/listings/table.ts';
import { seoJobTable } from '../../../domain/seo/table.ts';
import { webhookAttemptTable, webhookDeliveryTable, webhookEndpointTable } from '../../../domain/webhooks/table.ts';
import { type Filler, idOf, type LargestRows } from './filler.ts';

/** Listings with their scores, and webhooks. */
export async function fillOutside({ longest, many }: Filler): Promise<LargestRows[]> {
  // What is read from pages has no control characters.
  const content = listingOf((length) => '€'.repeat(length));
  await many(listingSnapshotTable, (n) => ({ listing_id: `prod-${n}-largest`, content }));
  await many(listingWatchTable, (n) => ({ listing_id: `prod-${n}-largest` }));
  await many(seoJobTable, () => ({
    listing_id: 'prod-0-largest',
    status: 'completed',
    claim_token: null,
    error: null,
    result: {
      score: {
        overall_score: 1,
        grade: 'A',
        breakdown: { title: 1, description: 1, highlights: 1, keywords: 1, images: 1 },
        rubric_version: '1',
        recommendations: Array.from({ length: 30 }, () => ({ fix: longest(500) })),
      },
      content_analysis: null,
    },
  }));
  const [endpoint] = await many(webhookEndpointTable, () => ({
    url: `https://example.com/${'a'.repeat(2_028)}`,
    events: ['cosell.created', 'cosell.updated'],
    previous_secret: null,
    secret_unreadable_at: null,
    deleted_at: null,
  }));
  const deliveries = await many(webhookDeliveryTable, (n) => ({
    endpoint_id: idOf(endpoint),
    event_id: `evt_${String(n).padStart(26, '0')}`,
    event_type: 'cosell.created',
    status: 'failed',
    lease_instance: null,
    last_response_code: 500,
  }));
  await many(webhookAttemptTable, (n) => ({
    delivery_id: idOf(deliveries[0]),
    number: n + 1,
    response_excerpt: longest(16_384),
    response_code: 500,
  }));
  return [
    { route: 'GET /partners/webhooks', params: {} },
    { route: 'GET /partners/webhooks/{id}/deliveries', params: { id: idOf(endpoint) } },
    {
      route: 'GET /partners/webhooks/{id}/deliveries/{evt}/attempts',
      params: { id: idOf(endpoint), evt: String(deliveries[0]?.['event_id']) },
    },
    { route: 'GET /marketplace/listings', params: {} },
    { route: 'GET /marketplace/listings/{listingId}/scores', params: { listingId: 'prod-0-largest' } },
  ];
}

function listingOf(longest: (length: number) => string) {
  return {
    title: longest(5_000),
    shortDescription: longest(20_000),
    longDescription: { text: longest(200_000), headings: 1, paragraphs: 1, bulletItems: 1 },
    highlights: [longest(5_000), longest(5_000)],
    keywords: [longest(1_000)],
    categories: [longest(200)],
    vendor: longest(200),
    logo: null,
    media: [],
    publishedAt: null,
  };
}
