import { DEFAULT_CATEGORY, type ScoreOptions } from '../../domain/seo/rubric/types.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';

/** Options of a partner who says nothing about the listing. */
export const NO_OPTIONS: ScoreOptions = { category: DEFAULT_CATEGORY, brandKeyword: '', partnerDomain: '' };

/** Ten words each, without the phrases that the listing wants to be found for. */
const FILLERS = [
  'Each target is checked every second before it gets requests.',
  'A target that fails is left out until it recovers.',
  'Sessions stay where they are while you deploy new versions.',
  'Certificates are renewed in time without anyone thinking of it.',
  'Operators see every decision with its reason in one place.',
];

/** So many sentences of ten words. */
export function fillers(count: number): string {
  return Array.from({ length: count }, (_, index) => FILLERS[index % FILLERS.length]).join(' ');
}

/** First sentence, then uses of both phrases, each once in a paragraph. */
export const OPENING = 'Acme brings traffic routing and a load balancer to your cluster.';
export const USES = 'The load balancer follows your rules. Its traffic routing needs no restart.';

/** A listing that earns every point; it is well described by its keyword and by its title alike. */
export function goodListing(changes: Partial<ListingContent> = {}): ListingContent {
  return {
    title: 'Acme Load Balancer for Kubernetes',
    shortDescription: 'Acme spreads requests over healthy targets in several zones, so that your services stay quick.',
    longDescription: longDescription(`${OPENING}\n${USES} ${fillers(10)}\n${USES} ${fillers(10)}`),
    highlights: [
      'Answers in under a millisecond, measured on every node.',
      'Zero downtime while certificates and versions change.',
      'Every routing decision can be read with its reason.',
    ],
    keywords: ['traffic routing', 'ingress controller', 'failover'],
    categories: ['Network Infrastructure'],
    vendor: 'Acme Software GmbH',
    logo: { url: 'https://example.com/logo.png', format: 'png', width: 400, height: 300, bytes: 20_000 },
    media: [{ kind: 'image', url: 'https://example.com/screen.png' }],
    publishedAt: null,
    ...changes,
  };
}

/** A long description, by default with paragraphs and a list. */
export function longDescription(
  text: string,
  structure: Partial<ListingContent['longDescription']> = {},
): ListingContent['longDescription'] {
  return { text, headings: 0, paragraphs: 3, bulletItems: 3, ...structure };
}
