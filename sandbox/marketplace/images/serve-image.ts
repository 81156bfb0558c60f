import { createHash } from 'node:crypto';
import type { CatalogueEntry } from '../listing.ts';
import { drawPng } from './png.ts';
import { drawSvg } from './svg.ts';

/** An image and its media type. */
interface ServedImage {
  type: string;
  bytes: Buffer;
}

/** The image of a listing under a name such as `logo.png` or `screenshot-2.png`; undefined when it has none of that name. */
export function imageOf({ id, listing, delivery }: CatalogueEntry, name: string): ServedImage | undefined {
  const colour = colourOf(id);
  const { logo } = listing;
  if (logo && name === `logo.${logo.format}`) {
    if (delivery.kind === 'page' && delivery.brokenLogo) return undefined;
    return logo.format === 'png'
      ? { type: 'image/png', bytes: drawPng(logo.width, logo.height, colour) }
      : { type: 'image/svg+xml', bytes: drawSvg(logo.width, logo.height, colour) };
  }
  const [, number = '0'] = /^screenshot-(\d{1,3})\.png$/.exec(name) ?? [];
  if (Number(number) < 1 || Number(number) > listing.screenshots) return undefined;
  return { type: 'image/png', bytes: drawPng(1280, 720, colour) };
}

/** The same for the same listing. */
function colourOf(id: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(id).digest();
  return [red, green, blue];
}
