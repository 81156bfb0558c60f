import { encode } from 'uqr';

/** Modules of white around the code, which readers need (ISO/IEC 18004). */
const BORDER = 4;

/** A QR code as the parts of an SVG: its side in modules, and the path of the dark ones. */
export function qrOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
