import type { CatalogueEntry, Delivery, SandboxListing } from '../listing.ts';
import { draft } from '../listing.ts';

const plain: SandboxListing = {
  title: 'Proseware Queue: Message Delivery for Small Teams',
  short_description:
    'Proseware Queue delivers messages between your services once and in order, keeps those that fail, and shows why. Set up in an ' +
    'afternoon, without a cluster to look after.',
  long_description: `Message delivery should not need a team of its own. Proseware Queue runs in your account and asks for no attention.

Messages are kept until a service has taken them. One that fails is tried again, later and later, and then put aside with its error.

- Order is kept for each key.
- Failed messages can be sent again with one click.
- Old messages leave on the day your policy names.`,
  highlights: [
    'Messages arrive once and in order for each key.',
    'Failed messages are kept with their errors and can be sent again.',
  ],
  keywords: ['event bus', 'dead letter queue'],
  categories: ['Application Integration'],
  vendor: 'Proseware',
  logo: { format: 'png', width: 160, height: 120 },
  screenshots: 1,
  videos: 0,
  documents: 1,
  published_at: '2025-01-20T10:00:00.000Z',
};

const entry = (id: string, shows: string, delivery: Delivery, listing = plain): CatalogueEntry => ({
  id,
  shows,
  delivery,
  listing,
});

/** Pages that are hard to read, or can't be. */
export const troubles: CatalogueEntry[] = [
  entry('prod-d7ykt2sgn6bwe', 'without JSON-LD: everything is in meta elements and body', {
    kind: 'page',
    without: 'json-ld',
  }),
  entry('prod-x3vqe9mru5hka', 'malformed HTML: tags crossed and cut off', { kind: 'page', malformed: true }),
  entry('prod-c8zpf4wtd2ngy', 'no logo', { kind: 'page' }, { ...plain, logo: null }),
  entry('prod-h6sbx9kvm3qre', 'a logo that is not there (404)', { kind: 'page', brokenLogo: true }),
  entry(
    'prod-t2gwn7ycj5dzu',
    'gone: 301 to another listing, which is not scored in its place',
    { kind: 'moved', to: 'prod-4ydbgyt6kkgxk' },
    { ...draft, title: 'Gone' },
  ),
  entry('prod-y4mkr8pxs6vhf', 'slow: answers after 20 s', { kind: 'slow', seconds: 20 }),
  entry(
    'prod-a9wdz3qbt7ecn',
    'too large: 50 MB',
    { kind: 'too-large', bytes: 50_000_000 },
    { ...draft, title: 'Large' },
  ),
  entry('prod-g5hxu2nfk8syp', 'server error: 500', { kind: 'status', status: 500 }, { ...draft, title: 'Failing' }),
  entry('prod-r7cte4jzv9mwb', 'a page without any listing', { kind: 'empty-page' }, { ...draft, title: '' }),
  entry(
    'prod-n3qkd6yhw8xga',
    'redirects to the metadata address of a cloud',
    { kind: 'redirect', location: 'http://169.254.169.254/latest/meta-data/' },
    { ...draft, title: 'Redirect to Metadata' },
  ),
  entry(
    'prod-p8vfj5rsc2tmz',
    'redirects to another port of this machine',
    { kind: 'redirect', location: 'http://127.0.0.1:1/' },
    { ...draft, title: 'Redirect to a Private Address' },
  ),
];
