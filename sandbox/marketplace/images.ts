import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { CatalogueEntry } from './listing.ts';

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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour with a lighter band, so that it looks like something. */
export function drawPng(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const lighter = y > height * 0.6 && y < height * 0.75 ? 60 : 0;
    const start = y * (width * 3 + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      rows[start + x * 3] = Math.min(255, red + lighter);
      rows[start + x * 3 + 1] = Math.min(255, green + lighter);
      rows[start + x * 3 + 2] = Math.min(255, blue + lighter);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** An SVG of one colour with a circle. */
export function drawSvg(width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const radius = Math.min(width, height) / 4;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <rect width="100%" height="100%" fill="rgb(${red},${green},${blue})"/>
  <circle cx="${width / 2}" cy="${height / 2}" r="${radius}" fill="#fff"/>
</svg>
`,
  );
}
