import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import { CJK_FAMILIES, type CjkFamily, loadCjk } from './cjk-fonts.ts';
import type { Face, LoadedFace, Weight } from './face.ts';

/** The fonts of a document. */
export interface Fonts {
  /** The first face that has a character; undefined: there is none. */
  faceOf(codePoint: number, weight: Weight): LoadedFace | undefined;
}

/**
 * Noto, embedded in each file so that names look the same everywhere. Latin, Greek, Cyrillic and Devanagari share one
 * font.
 */
const BASE: readonly (Face & Record<Weight, string>)[] = [
  {
    name: 'sans',
    isRightToLeft: false,
    regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  {
    name: 'arabic',
    isRightToLeft: true,
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf'),
  },
  {
    name: 'hebrew',
    isRightToLeft: true,
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf'),
  },
];

/** These fonts have Latin letters, too, which are those of the first. */
const OWN_SCRIPT: Readonly<Record<string, RegExp>> = {
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
};

const opened = new Map<string, LoadedFace>();

function openBase(weight: Weight): LoadedFace[] {
  return BASE.map(({ name, isRightToLeft, ...files }) => {
    const key = `${name} ${weight}`;
    const face = opened.get(key) ?? lazyFace(key, isRightToLeft, fileURLToPath(files[weight]), OWN_SCRIPT[name]);
    opened.set(key, face);
    return face;
  });
}

/** The file is read once a process, when its characters are asked for. */
function lazyFace(name: string, isRightToLeft: boolean, file: string, script: RegExp | undefined): LoadedFace {
  let font: Font | undefined;
  const has = (codePoint: number) => {
    font ??= openSync(file) as Font;
    return font.hasGlyphForCodePoint(codePoint);
  };
  return {
    name,
    isRightToLeft,
    file,
    has: script
      ? (codePoint) => (script.test(String.fromCodePoint(codePoint)) || isNeutral(codePoint)) && has(codePoint)
      : (codePoint) => isCommon(codePoint) || has(codePoint),
  };
}

/** Printed ASCII and letters up to Latin Extended-B: most texts need no look into a font. */
function isCommon(codePoint: number): boolean {
  return (codePoint >= 0x20 && codePoint < 0x7f) || (codePoint >= 0xc0 && codePoint < 0x250);
}

/** What has the font of the letters beside it: spaces, marks and what joins letters. */
export function isNeutral(codePoint: number): boolean {
  return /[\s\p{Mark}\p{Default_Ignorable_Code_Point}]/u.test(String.fromCodePoint(codePoint));
}

/** What a document writes in each weight, and its regions, the most important first. */
export interface Writing {
  regular: readonly string[];
  bold: readonly string[];
  /** Codes of languages or countries, whose forms of Chinese characters are preferred. */
  regions: readonly (string | null)[];
}

/** The fonts that a document needs. Only parts of those for Chinese, Japanese and Korean are read. */
export async function fontsFor(writing: Writing): Promise<Fonts> {
  const faces = {
    regular: await facesFor(writing, 'regular'),
    bold: await facesFor(writing, 'bold'),
  };
  return { faceOf: (codePoint, weight) => faces[weight].find((face) => face.has(codePoint)) };
}

async function facesFor(writing: Writing, weight: Weight): Promise<LoadedFace[]> {
  const base = openBase(weight);
  const missing = new Set<string>();
  for (const text of writing[weight])
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (!isCommon(codePoint) && !base.some((face) => face.has(codePoint))) missing.add(character);
    }
  if (missing.size === 0) return base;
  return [...base, ...(await loadCjk(missing, weight === 'bold' ? 700 : 400, familiesFor(writing)))];
}

const FAMILY_OF_REGION: Readonly<Record<string, CjkFamily>> = {
  ja: 'jp',
  JP: 'jp',
  ko: 'kr',
  KR: 'kr',
  KP: 'kr',
  zh: 'sc',
  CN: 'sc',
  SG: 'sc',
  'zh-Hant': 'tc',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
};

/** Families in the order in which they are tried: that of the first region with one, or of its letters, first. */
function familiesFor({ regular, bold, regions }: Writing): CjkFamily[] {
  const named = regions.map((region) => FAMILY_OF_REGION[region ?? '']).find((family) => family !== undefined);
  const first = named ?? familyOfLetters([...bold, ...regular]) ?? 'sc';
  return [first, ...CJK_FAMILIES.filter((family) => family !== first)];
}

function familyOfLetters(texts: readonly string[]): CjkFamily | undefined {
  if (texts.some((text) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))) return 'jp';
  if (texts.some((text) => /\p{Script=Hangul}/u.test(text))) return 'kr';
  return undefined;
}
