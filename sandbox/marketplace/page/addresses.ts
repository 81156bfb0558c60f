import type { SandboxListing } from '../listing.ts';

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
