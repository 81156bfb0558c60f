import type { CatalogueEntry } from '../listing.ts';
import { filesOf } from './addresses.ts';
import { blocks, escapeHtml, list, section } from './html.ts';

/** What the page of a listing shows to people. */
export function body({ id, listing }: CatalogueEntry): string {
  const files = filesOf(id, listing);
  const gallery = [
    ...files.screenshots.map(
      (path, index) => `<img src="${escapeHtml(path)}" alt="Screenshot ${index + 1}" loading="lazy">`,
    ),
    ...files.videos.map((url) => `<video src="${escapeHtml(url)}" controls preload="none"></video>`),
  ].join('\n');
  const resources = files.documents
    .map((url, index) => `<li><a href="${escapeHtml(url)}">Guide ${index + 1}</a></li>`)
    .join('\n');
  const published = listing.published_at
    ? `<p>Published <time itemprop="datePublished" datetime="${escapeHtml(listing.published_at)}">${escapeHtml(listing.published_at.slice(0, 10))}</time></p>`
    : '';
  const paragraph = (name: string, text: string) => (text === '' ? '' : `<p id="${name}">${escapeHtml(text)}</p>`);
  return [
    '<header><a href="/">Sandbox Marketplace</a></header>',
    '<main>',
    files.logo ? `<img id="logo" src="${escapeHtml(files.logo)}" alt="Logo">` : '',
    `<h1>${escapeHtml(listing.title)}</h1>`,
    listing.vendor === '' ? '' : `<p>By: <span id="vendor">${escapeHtml(listing.vendor)}</span></p>`,
    paragraph('short-description', listing.short_description),
    section('highlights', 'Highlights', list(listing.highlights)),
    listing.long_description === '' ? '' : section('description', 'Description', blocks(listing.long_description)),
    section('categories', 'Categories', list(listing.categories)),
    section('keywords', 'Keywords', list(listing.keywords)),
    section('gallery', 'Gallery', gallery),
    section('resources', 'Resources', resources === '' ? '' : `<ul>\n${resources}\n</ul>`),
    published,
    '</main>',
    '<footer>Sandbox Marketplace: invented products, for trying things out.</footer>',
  ]
    .filter(Boolean)
    .join('\n');
}
