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
