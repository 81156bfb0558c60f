import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import type { LoadedFace } from './face.ts';

/** Families of Noto Sans for Chinese (simplified, traditional), Japanese and Korean, which have their own forms. */
export const CJK_FAMILIES = ['sc', 'tc', 'jp', 'kr'] as const;
export type CjkFamily = (typeof CJK_FAMILIES)[number];

const FOLDERS: Readonly<Record<CjkFamily, string>> = {
  sc: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  tc: import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  jp: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  kr: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};

/**
 * Faces for as many of these characters as the families have, each from the first that has it. The families come in
 * some hundred files of 60 KB; only those are read that have one of the characters, and only those characters are kept.
 */
export async function loadCjk(
  characters: ReadonlySet<string>,
  weight: number,
  families: readonly CjkFamily[],
): Promise<LoadedFace[]> {
  const missing = new Set(characters);
  const faces: LoadedFace[] = [];
  for (const family of families) {
    if (missing.size === 0) break;
    for (const [slice, wanted] of await slicesOf(family, missing)) {
      const face = await loadSlice({ family, slice, weight }, wanted);
      if (!face) continue;
      for (const character of wanted) if (face.has(character.codePointAt(0) ?? 0)) missing.delete(character);
      faces.push(face);
    }
  }
  return faces;
}

async function loadSlice(
  { family, slice, weight }: { family: CjkFamily; slice: string; weight: number },
  characters: readonly string[],
): Promise<LoadedFace | undefined> {
  const name = `noto-sans-${family}-${slice}-wght-normal.woff2`;
  // Loaded here, since most documents need none of these fonts.
  const { default: subsetFont } = await import('subset-font');
  const whole = await readFile(new URL(`files/${name}`, FOLDERS[family]));
  const file = await subsetFont(whole, characters.join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  });
  const font = create(file) as Font;
  // The lists name some characters that the files lack. One without any has no table of characters.
  if (font.numGlyphs <= 1) return undefined;
  return {
    name: `${family} ${slice} ${weight}`,
    isRightToLeft: false,
    file,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

/** Characters of a family by the file that should have them. */
async function slicesOf(family: CjkFamily, characters: ReadonlySet<string>): Promise<Map<string, string[]>> {
  const ranges = await rangesOf(family);
  const slices = new Map<string, string[]>();
  for (const character of characters) {
    const codePoint = character.codePointAt(0) ?? 0;
    const found = ranges.find(({ from, to }) => codePoint >= from && codePoint <= to);
    if (!found) continue;
    const wanted = slices.get(found.slice) ?? [];
    wanted.push(character);
    slices.set(found.slice, wanted);
  }
  return slices;
}

/** Characters that a file has. */
interface Range {
  from: number;
  to: number;
  slice: string;
}

const known = new Map<CjkFamily, Promise<Range[]>>();

function rangesOf(family: CjkFamily): Promise<Range[]> {
  const ranges = known.get(family) ?? readRanges(family);
  known.set(family, ranges);
  return ranges;
}

/** The list of the package: ranges such as `U+4e00-4e03,U+4e08` by file, whose name is in brackets. */
async function readRanges(family: CjkFamily): Promise<Range[]> {
  const list = JSON.parse(await readFile(fileURLToPath(FOLDERS[family]), 'utf8')) as Record<string, string>;
  return Object.entries(list).flatMap(([slice, ranges]) =>
    ranges.split(',').map((range) => {
      const [from = '', to = from] = range.trim().slice('U+'.length).split('-');
      return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), slice: slice.replaceAll(/[[\]]/g, '') };
    }),
  );
}
