import type { ListingContent } from '../../infra/marketplace/port.ts';
import { fillers, longDescription, OPENING, USES } from './listings.ts';

/** What a listing is changed into. */
export type Fault = (listing: ListingContent) => Partial<ListingContent>;

const text =
  (change: (text: string) => string): Fault =>
  ({ longDescription: long }) => ({
    longDescription: { ...long, text: change(long.text) },
  });
const structure =
  (changes: Partial<ListingContent['longDescription']>): Fault =>
  ({ longDescription: long }) => ({
    longDescription: { ...long, ...changes },
  });
const logo =
  (changes: Partial<NonNullable<ListingContent['logo']>>): Fault =>
  ({ logo: now }) => ({
    logo: now && { ...now, ...changes },
  });
const title =
  (change: (title: string) => string): Fault =>
  (listing) => ({ title: change(listing.title) });

/** Ways to spoil a listing. */
export const FAULTS: Record<string, Fault> = {
  'no title': () => ({ title: '' }),
  'short title': () => ({ title: 'Acme LB' }),
  'long title': title((now) => `${now} with Everything That Modern Teams Want to Have`),
  'no brand': title((now) => now.replace('Acme ', '')),
  'small letters': title((now) => now.replace('Balancer', 'balancer').replace('Kubernetes', 'kubernetes')),
  praise: title((now) => `Unbeatable ${now}`),
  shouting: title((now) => `${now.replace('Kubernetes', 'KUBERNETES')}!!`),
  'no short description': () => ({ shortDescription: ' ' }),
  'slim short description': () => ({ shortDescription: 'Acme spreads requests over healthy targets.' }),
  'fat short description': () => ({ shortDescription: fillers(8) }),
  'huge short description': () => ({ shortDescription: fillers(30) }),
  'no long description': () => ({ longDescription: longDescription('', { paragraphs: 0, bulletItems: 0 }) }),
  'few words': () => ({ longDescription: longDescription(`${OPENING}\n${USES} ${fillers(5)}`) }),
  'too many words': text((now) => `${now}${`\n${USES} ${fillers(10)}`.repeat(8)}`),
  'late keyword': text((now) => now.replace(OPENING, 'Acme brings order and quiet to your cluster.')),
  'rare keyword': text((now) => now.replaceAll(USES, fillers(1))),
  'stuffed keyword': text((now) =>
    now.replaceAll(USES, 'Load balancer, traffic routing, load balancer, traffic routing. '.repeat(9)),
  ),
  'long sentences': text((now) => now.replaceAll(/(\w+)\. (Each|A|Sessions|Certificates|Operators)\b/g, '$1 and $2')),
  'one block': structure({ paragraphs: 1 }),
  'no list': structure({ bulletItems: 0 }),
  contact: text((now) => `${now} Write to sales@acme.com or call +49 30 1234567.`),
  'no highlights': () => ({ highlights: [] }),
  'four highlights': ({ highlights }) => ({
    highlights: [...highlights, 'One that nobody sees, since it is the fourth.'],
  }),
  'slogan as highlight': ({ highlights }) => ({ highlights: ['Quick!', ...highlights.slice(1)] }),
  'essay as highlight': ({ highlights }) => ({ highlights: [...highlights.slice(0, 2), fillers(10)] }),
  'twin highlights': ({ highlights }) => ({ highlights: [highlights[1] ?? '', ...highlights.slice(1)] }),
  'no keywords': () => ({ keywords: [] }),
  'four keywords': ({ keywords }) => ({ keywords: [...keywords, 'reverse proxy'] }),
  'long keywords': ({ keywords }) => ({ keywords: [...keywords.slice(0, 2), 'ways to reach services '.repeat(12)] }),
  'keyword of the title': ({ keywords }) => ({ keywords: keywords.toSpliced(1, 1, 'load balancers') }),
  'keyword of the category': ({ keywords }) => ({ keywords: ['infrastructure', ...keywords.slice(1)] }),
  'no logo': () => ({ logo: null }),
  'vector logo': logo({ format: 'svg' }),
  'small logo': logo({ width: 100, height: 80 }),
  'wide logo': logo({ width: 900, height: 100 }),
  'high logo': logo({ width: 100, height: 900 }),
  'logo without measures': logo({ width: null, height: null }),
  'unreadable logo': logo({ format: null, width: null, height: null }),
  'no media': () => ({ media: [] }),
};
