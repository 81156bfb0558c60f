import type { CatalogueEntry } from '../listing.ts';
import { filesOf } from './addresses.ts';
import { escapeHtml } from './html.ts';

/** The meta elements of a listing. */
export function meta({ id, listing }: CatalogueEntry, origin: string): string {
  const { logo } = filesOf(id, listing);
  const named: [attribute: 'name' | 'property', name: string, content: string][] = [
    ['name', 'description', listing.short_description],
    ['name', 'keywords', listing.keywords.join(', ')],
    ['property', 'og:type', 'product'],
    ['property', 'og:site_name', 'Sandbox Marketplace'],
    ['property', 'og:title', listing.title],
    ['property', 'og:description', listing.short_description],
    ['property', 'og:image', logo ? new URL(logo, origin).href : ''],
    ['property', 'product:brand', listing.vendor],
    ['property', 'article:published_time', listing.published_at ?? ''],
  ];
  return named
    .filter(([, , content]) => content !== '')
    .map(([attribute, name, content]) => `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`)
    .join('\n');
}
