import type { CatalogueEntry } from '../listing.ts';
import { blocks, escapeHtml, filesOf, pagePath } from './html.ts';

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

/** The listing as a SoftwareApplication of schema.org, with the breadcrumbs that such pages carry beside it. */
export function jsonLd({ id, listing, delivery }: CatalogueEntry, origin: string): string {
  const { logo } = listing;
  const files = filesOf(id, listing);
  const absolute = (path: string) => new URL(path, origin).href;
  // Without its measures where the image itself is broken: there is nobody to have measured it.
  const measures =
    logo && !(delivery.kind === 'page' && delivery.brokenLogo)
      ? {
          width: logo.width,
          height: logo.height,
          encodingFormat: logo.format === 'svg' ? 'image/svg+xml' : 'image/png',
        }
      : {};
  const product = {
    '@type': 'SoftwareApplication',
    '@id': absolute(pagePath(id)),
    sku: id,
    name: listing.title,
    disambiguatingDescription: listing.short_description,
    description: blocks(listing.long_description),
    applicationCategory: listing.categories,
    featureList: listing.highlights,
    keywords: listing.keywords.join(', '),
    brand: { '@type': 'Brand', name: listing.vendor },
    logo: files.logo ? { '@type': 'ImageObject', contentUrl: absolute(files.logo), ...measures } : undefined,
    screenshot: files.screenshots.map((path) => ({ '@type': 'ImageObject', contentUrl: absolute(path) })),
    video: files.videos.map((url) => ({ '@type': 'VideoObject', name: 'Product demo', contentUrl: url })),
    datePublished: listing.published_at ?? undefined,
    offers: { '@type': 'Offer', seller: { '@type': 'Organization', name: listing.vendor } },
  };
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: ['Marketplace', ...listing.categories].map((name, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
    })),
  };
  return script({ '@context': 'https://schema.org', '@graph': [breadcrumbs, product] });
}

/** `<` never stands in a script, so that no text can end it. */
function script(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}
