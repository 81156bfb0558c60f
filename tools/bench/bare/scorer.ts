/** The least that scores need: fetch a page, parse it, score it; so many loops at once. Writes how long all took. */
import { scoreListing } from '../../../domain/seo/rubric/rubric.ts';
import { parseListing } from '../../../infra/marketplace/page/parse-listing.ts';
import { NO_OPTIONS } from '../../../test/environment/listings.ts';

const { origin, ids, concurrency }: { origin: string; ids: string[]; concurrency: number } = JSON.parse(
  process.argv[2] ?? '{}',
);

const left = [...ids];
const startedAt = performance.now();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const response = await fetch(`${origin}/marketplace/pp/${id}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const content = parseListing({ bytes, charset: 'utf-8', url: response.url, listingId: id });
      if (!content) throw new Error(`There is no listing at ${response.url}.`);
      scoreListing(content, NO_OPTIONS);
    }
  }),
);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000 }));
