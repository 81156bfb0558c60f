/** Pixels of an image: red, green, blue and alpha of each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

const CHANNELS = 4;
const OPAQUE = 255;

/**
 * The image with fewer pixels, each the mean of those whose place it takes. Takes no more memory than the result, as others
 * that enlarge, too, do not.
 */
export function shrink(from: Pixels, width: number, height: number): Pixels {
  if (width >= from.width && height >= from.height) return from;
  const data = new Uint8ClampedArray(width * height * CHANNELS);
  const [scaleX, scaleY] = [width / from.width, height / from.height];
  const columns = sharesOf(from.width, width);
  const rows = sharesOf(from.height, height);
  const line = new Float64Array((width + 1) * CHANNELS);
  // Of the row that is being drawn, and of the one below.
  let above = new Float64Array(width * CHANNELS);
  let below = new Float64Array(width * CHANNELS);
  let drawn = 0;
  const draw = () => {
    for (let at = 0; at < above.length; at += CHANNELS) {
      const alpha = above[at + 3] ?? 0;
      const to = drawn * width * CHANNELS + at;
      for (let channel = 0; channel < 3 && alpha > 0; channel += 1)
        data[to + channel] = (above[at + channel] ?? 0) / alpha;
      data[to + 3] = alpha * OPAQUE;
    }
    drawn += 1;
    [above, below] = [below, above];
    below.fill(0);
  };
  for (let y = 0; y < from.height; y += 1) {
    line.fill(0);
    let at = y * from.width * CHANNELS;
    for (let x = 0; x < from.width; x += 1, at += CHANNELS) {
      const share = columns.share[x] ?? 0;
      const to = (columns.first[x] ?? 0) * CHANNELS;
      const alpha = ((from.data[at + 3] ?? 0) / OPAQUE) * scaleX;
      // What is transparent has no colour.
      addTo(line, to, from.data, at, alpha * share, scaleX * share);
      if (share < 1) addTo(line, to + CHANNELS, from.data, at, alpha * (1 - share), scaleX * (1 - share));
    }
    const share = rows.share[y] ?? 0;
    const first = rows.first[y] ?? 0;
    while (drawn < first) draw();
    for (let index = 0; index < above.length; index += 1) {
      const value = (line[index] ?? 0) * scaleY;
      above[index] = (above[index] ?? 0) + value * share;
      below[index] = (below[index] ?? 0) + value * (1 - share);
    }
  }
  while (drawn < height) draw();
  return { width, height, data };
}

function addTo(line: Float64Array, to: number, from: Uint8ClampedArray, at: number, colour: number, cover: number) {
  line[to] = (line[to] ?? 0) + (from[at] ?? 0) * colour;
  line[to + 1] = (line[to + 1] ?? 0) + (from[at + 1] ?? 0) * colour;
  line[to + 2] = (line[to + 2] ?? 0) + (from[at + 2] ?? 0) * colour;
  line[to + 3] = (line[to + 3] ?? 0) + ((from[at + 3] ?? 0) / OPAQUE) * cover;
}

/** Of each place of a longer side: the first place of the shorter one that it falls on, and its share there; the next has the rest. */
function sharesOf(from: number, to: number): { first: Int32Array; share: Float64Array } {
  const scale = to / from;
  const first = new Int32Array(from);
  const share = new Float64Array(from);
  for (let place = 0; place < from; place += 1) {
    const start = place * scale;
    const target = Math.min(Math.floor(start), to - 1);
    first[place] = target;
    share[place] = target === to - 1 ? 1 : Math.min(1, (target + 1 - start) / scale);
  }
  return { first, share };
}

/** The image upright, by its orientation as EXIF numbers it. */
export function turnUpright({ width, height, data }: Pixels, orientation: number): Pixels {
  const place = PLACES[orientation];
  if (!place) return { width, height, data };
  const [toWidth, toHeight] = orientation >= FIRST_QUARTER_TURN ? [height, width] : [width, height];
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < toHeight; y += 1) {
    for (let x = 0; x < toWidth; x += 1) to[y * toWidth + x] = from[place(x, y, width, height)] ?? 0;
  }
  return { width: toWidth, height: toHeight, data: new Uint8ClampedArray(to.buffer) };
}

/** From this orientation on, the sides change places. */
const FIRST_QUARTER_TURN = 5;

/** Where the pixel stands that comes to a place, by orientation. */
const PLACES: Readonly<Record<number, (x: number, y: number, width: number, height: number) => number>> = {
  2: (x, y, width) => y * width + width - 1 - x,
  3: (x, y, width, height) => (height - 1 - y) * width + width - 1 - x,
  4: (x, y, width, height) => (height - 1 - y) * width + x,
  5: (x, y, width) => x * width + y,
  6: (x, y, width, height) => (height - 1 - x) * width + y,
  7: (x, y, width, height) => (height - 1 - x) * width + width - 1 - y,
  8: (x, y, width) => x * width + width - 1 - y,
};

/** Whether nothing shines through. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += CHANNELS) if (data[at] !== OPAQUE) return false;
  return true;
}

/** The image on white. */
export function onWhite({ width, height, data }: Pixels): Pixels {
  const flat = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += CHANNELS) {
    const alpha = (data[at + 3] ?? 0) / OPAQUE;
    for (let channel = 0; channel < 3; channel += 1)
      flat[at + channel] = (data[at + channel] ?? 0) * alpha + OPAQUE * (1 - alpha);
    flat[at + 3] = OPAQUE;
  }
  return { width, height, data: flat };
}
