import type { SandboxListing } from '../listing.ts';

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML, in elements and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? character);
}

/** A list of texts; nothing for none. */
export function list(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `<ul>\n${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}\n</ul>`;
}

/** A section of the page; nothing for an empty one. */
export function section(id: string, title: string, content: string): string {
  return content === '' ? '' : `<section id="${id}">\n<h2>${escapeHtml(title)}</h2>\n${content}\n</section>`;
}

/** Markup of the light format of long descriptions: blocks apart by empty lines, `## heading`, lines of `- item`. */
export function blocks(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      if (block.startsWith('## ')) return `<h3>${escapeHtml(block.slice(3))}</h3>`;
      const lines = block.split('\n');
      if (lines.every((line) => line.startsWith('- '))) return list(lines.map((line) => line.slice(2)));
      return `<p>${escapeHtml(lines.join(' '))}</p>`;
    })
    .join('\n');
}

/** Where the page of a listing is. */
export function pagePath(id: string): string {
  return `/marketplace/pp/${encodeURIComponent(id)}`;
}

/** Where the files of a listing are; videos are elsewhere, as those of vendors are. */
export function filesOf(id: string, listing: SandboxListing) {
  const folder = `/files/${encodeURIComponent(id)}`;
  const numbered = (count: number, path: (number: number) => string) =>
    Array.from({ length: count }, (_, index) => path(index + 1));
  return {
    logo: listing.logo && `${folder}/logo.${listing.logo.format}`,
    screenshots: numbered(listing.screenshots, (number) => `${folder}/screenshot-${number}.png`),
    videos: numbered(
      listing.videos,
      (number) => `https://videos.example.com/${encodeURIComponent(id)}/demo-${number}.mp4`,
    ),
    documents: numbered(
      listing.documents,
      (number) => `https://docs.example.com/${encodeURIComponent(id)}/guide-${number}.pdf`,
    ),
  };
}
