import { fileURLToPath } from 'node:url';
import createBidi from 'bidi-js';
import type PDFDocument from 'pdfkit';

// The types are those of the ES module; Node loads the CommonJS one, which exports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** Most texts are ASCII and need no reordering. */
const ONLY_ASCII = /^[\x20-\x7e]*$/;

/** A writing system with its own font; all others share one. */
type Script = 'arabic' | 'hebrew' | 'other';

/** A piece of a line in one font and one direction. */
export interface Run {
  text: string;
  script: Script;
}

/** Direction of a text: that of its first letter with a direction. */
function directionOf(text: string): 'ltr' | 'rtl' {
  if (ONLY_ASCII.test(text)) return 'ltr';
  return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
}

interface LevelRun extends Run {
  level: number;
}

/**
 * Splits a line into pieces in visual order, from left to right, by the Unicode bidirectional algorithm. Within a piece
 * letters are in reading order, since the font reverses and joins them; pieces without letters are reversed here.
 */
export function runsOf(line: string, direction: 'ltr' | 'rtl'): Run[] {
  if (direction === 'ltr' && ONLY_ASCII.test(line)) return [{ text: line, script: 'other' }];
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of line) {
    const level = embedding.levels[at] ?? 0;
    const last = runs.at(-1);
    const script = scriptOf(character) ?? last?.script ?? 'other';
    const text = mirrored.get(at) ?? character;
    if (last && last.level === level && last.script === script) last.text += text;
    else runs.push({ level, script, text });
    at += character.length;
  }
  return inVisualOrder(runs).map(({ level, script, text }) => ({
    script,
    text: level % 2 === 1 && script === 'other' ? [...text].reverse().join('') : text,
  }));
}

/** undefined: the script of the preceding character. */
function scriptOf(character: string): Script | undefined {
  if (/[\s\p{Mark}]/u.test(character)) return undefined;
  if (/\p{Script=Arabic}/u.test(character)) return 'arabic';
  if (/\p{Script=Hebrew}/u.test(character)) return 'hebrew';
  return 'other';
}

/**
 * Rule L2 of the algorithm: from the highest level down to the lowest odd one, reverses the runs at that level or
 * above.
 */
function inVisualOrder(runs: readonly LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start + 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/**
 * Noto, embedded in each file so that names look the same everywhere. Latin, Greek, Cyrillic and Devanagari share one
 * font.
 */
const FONTS: Record<Script, Record<'regular' | 'bold', string>> = {
  other: {
    regular: fontFile(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    bold: fontFile(import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  },
  arabic: {
    regular: fontFile(
      import.meta.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    ),
    bold: fontFile(import.meta.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf')),
  },
  hebrew: {
    regular: fontFile(
      import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    ),
    bold: fontFile(import.meta.resolve('@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf')),
  },
};

function fontFile(url: string): string {
  return fileURLToPath(url);
}

/** Style of a text; sizes in points. */
export interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
}

/** Position of a text: its left edge, or its right edge with `align: 'right'`. */
export interface Place {
  x: number;
  y: number;
  align?: 'right';
}

const SIZE = 9;
/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.4;
/** Fonts differ in height; a common baseline aligns them. */
const BY_WORD = { lineBreak: false, baseline: 'alphabetic' } as const;
/**
 * With any list of features pdfkit shapes a run as a whole. Without one it shapes and caches each word, which is much
 * faster but would reverse the words of Arabic and Hebrew.
 */
const AS_A_WHOLE = { ...BY_WORD, features: [] };
const optionsFor = ({ script }: Run) => (script === 'other' ? BY_WORD : AS_A_WHOLE);

/** Creates functions that write text of any direction and script. */
export function createTypesetter(doc: InstanceType<typeof PDFDocument>) {
  const widthOf = (run: Run, { size = SIZE, bold = false }: Style): number => {
    doc.font(FONTS[run.script][bold ? 'bold' : 'regular']).fontSize(size);
    return doc.widthOfString(run.text, optionsFor(run));
  };
  const lineWidth = (line: string, style: Style): number =>
    runsOf(line, directionOf(line)).reduce((sum, run) => sum + widthOf(run, style), 0);

  const lineHeight = ({ size = SIZE }: Style = {}) => size * LINE_HEIGHT;

  /** Writes one line; returns where it ends. */
  const line = (text: string, { x, y, align }: Place, style: Style = {}): number => {
    let at = align === 'right' ? x - lineWidth(text, style) : x;
    for (const run of runsOf(text, directionOf(text))) {
      const width = widthOf(run, style);
      doc.fillColor(style.color ?? '#111111').text(run.text, at, y + (style.size ?? SIZE), optionsFor(run));
      at += width;
    }
    return at;
  };

  /** Breaks a text into lines of a width, between words, and within words that are wider than a line. */
  const wrap = (text: string, width: number, style: Style = {}): string[] =>
    text.split('\n').flatMap((paragraph) => {
      const lines: string[] = [];
      let current = '';
      for (const word of paragraph.split(/\s+/).flatMap((whole) => pieces(whole, width, style))) {
        const longer = current === '' ? word : `${current} ${word}`;
        if (lineWidth(longer, style) <= width) {
          current = longer;
          continue;
        }
        if (current !== '') lines.push(current);
        current = word;
      }
      return [...lines, current];
    });

  const pieces = (word: string, width: number, style: Style): string[] => {
    if (lineWidth(word, style) <= width) return [word];
    const found: string[] = [];
    let piece = '';
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (piece !== '' && lineWidth(piece + segment, style) > width) {
        found.push(piece);
        piece = '';
      }
      piece += segment;
    }
    return [...found, piece];
  };

  return { line, wrap, lineHeight };
}

/** Writes texts of any direction and script. */
export type Typesetter = ReturnType<typeof createTypesetter>;
