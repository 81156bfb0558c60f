import type { CatalogueEntry, Charset } from '../listing.ts';
import { jsonLd, meta } from './head.ts';
import { blocks, escapeHtml, filesOf, list, section } from './html.ts';

/** How a page is made. */
interface PageOptions {
  /** Of the server, for absolute addresses. */
  origin: string;
  charset: Charset;
  jsonLd: boolean;
}

/** The page of a listing. */
export function listingPage(entry: CatalogueEntry, options: PageOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="${options.charset}">
<title>Sandbox Marketplace: ${escapeHtml(entry.listing.title)}</title>
${meta(entry, options.origin)}
${options.jsonLd ? jsonLd(entry, options.origin) : ''}
<style>body { font-family: sans-serif; max-width: 60rem; margin: 2rem auto }</style>
</head>
<body>
${body(entry)}
<script>document.documentElement.classList.add('ready');</script>
</body>
</html>
`;
}

/** A page on which there is no listing at all. */
export function emptyPage(): string {
  return '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Sandbox Marketplace</title></head><body></body></html>\n';
}

/**
 * The same page as careless tools leave it: end tags missing or crossed, attributes without quotes or given twice, a stray end tag, a
 * block of JSON that is none, and an end in mid-air. Browsers show it, so it has to be readable.
 */
export function malformed(html: string): string {
  return html
    .replace('<!doctype html>\n', '')
    .replace('<head>', '<head><script type="application/ld+json">{"@type": "Product", "name": "Broken",}</script>')
    .replaceAll('</li>', '')
    .replaceAll('</p>', '</b>')
    .replaceAll('<section id="description">', '<section id=description id="twice" class=\'open>\'><b><i>')
    .replaceAll('</section>', '</section></div></span>')
    .replace(/<\/main>[\s\S]*$/, '<table><tr><td>Sandbox <b>Marketplace<td><a href="/">Home<!-- cut off');
}

/** What the page of a listing shows to people. */
function body({ id, listing }: CatalogueEntry): string {
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
