import type { ListingImage } from '../../../infra/marketplace/port.ts';
import type { Reading } from './reading.ts';
import { type Verdict, verdict } from './types.ts';

/** AWS Marketplace: longest side at least 110 pixels, ratio of width to height between 1:1 and 2:1, PNG or JPEG. */
const MIN_LONGEST_SIDE = 110;
const MAX_RATIO = 2;

/** Points of the rules: 15. If a logo cannot be measured, the rules on its measures are combined. */
const POINTS = { logo: 11, measures: 8, format: 3, size: 4, ratio: 4, media: 4 };

const WANTED = `a PNG or JPEG of at least ${MIN_LONGEST_SIDE} pixels on its longest side, between square and twice as wide as high`;

/** The rules on the logo and on further media. */
export function scoreImages({ logo, mediaCount }: Reading): Verdict[] {
  return [...scoreLogo(logo), media(mediaCount)];
}

function scoreLogo(logo: ListingImage | null): Verdict[] {
  if (logo === null) {
    return [verdict('images.logo_present', POINTS.logo, { observed: 'There is no logo.', fix: `Add ${WANTED}.` })];
  }
  const sides = measures(logo);
  if (logo.format === null && sides === null) {
    return [
      verdict('images.logo_readable', POINTS.logo, {
        observed: logo.unread ? 'The logo could not be read just now.' : 'The logo could not be read.',
        fix: `Publish the logo at an address that anyone can open, as ${WANTED}.`,
      }),
    ];
  }
  if (sides === null) return [format(logo), unmeasured()];
  return [format(logo), size(...sides), ratio(...sides)];
}

function measures({ width, height }: ListingImage): [width: number, height: number] | null {
  return width !== null && height !== null && width > 0 && height > 0 ? [width, height] : null;
}

function format(logo: ListingImage): Verdict {
  if (logo.format === 'png' || logo.format === 'jpeg') return verdict('images.logo_format', POINTS.format, null);
  return verdict('images.logo_format', POINTS.format, {
    observed: logo.format === null ? "The logo's format is unknown." : `The logo is ${logo.format.toUpperCase()}.`,
    fix: 'Export the logo as PNG or JPEG.',
  });
}

function unmeasured(): Verdict {
  return verdict('images.logo_measures', POINTS.measures, {
    observed: 'Width and height of the logo are unknown.',
    fix: `Publish the logo as ${WANTED}, at an address that anyone can open.`,
  });
}

function size(width: number, height: number): Verdict {
  if (Math.max(width, height) >= MIN_LONGEST_SIDE) return verdict('images.logo_size', POINTS.size, null);
  return verdict('images.logo_size', POINTS.size, {
    observed: `The logo has ${width} × ${height} pixels.`,
    fix: `Export the logo ${MIN_LONGEST_SIDE} pixels or more ${width < height ? 'high' : 'wide'}, in its present proportions.`,
  });
}

function ratio(width: number, height: number): Verdict {
  if (width >= height && width <= height * MAX_RATIO) return verdict('images.logo_ratio', POINTS.ratio, null);
  // Not smaller than the size rule requires, so that the two faults can be fixed in either order.
  const longest = Math.max(width, height, MIN_LONGEST_SIDE);
  const target = `${longest} × ${width < height ? longest : Math.ceil(longest / MAX_RATIO)}`;
  return verdict('images.logo_ratio', POINTS.ratio, {
    observed: `The logo has ${width} × ${height} pixels, ${width < height ? 'higher than wide' : 'over twice as wide as high'}.`,
    fix: `Put the logo on a canvas of ${target} pixels.`,
  });
}

function media(count: number): Verdict {
  if (count > 0) return verdict('images.media', POINTS.media, null);
  return verdict('images.media', POINTS.media, {
    observed: 'There is nothing to look at besides the logo.',
    fix: 'Add a screenshot, a video or a document such as a data sheet.',
  });
}
