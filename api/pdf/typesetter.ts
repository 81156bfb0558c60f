import createBidi from 'bidi-js';
import type PDFDocument from 'pdfkit';
import type { LoadedFace, Weight } from './face.ts';
import { type Fonts, isNeutral } from './fonts.ts';

// The types are those of the ES module; Node loads the CommonJS one, which exports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** Most texts are ASCII and need no reordering. */
const ONLY_ASCII = /^[\x20-\x7e]*$/;

/** Stands for a character that no font has. */
const REPLACEMENT = '\uFFFD';
const LATIN = 0x41;
/** Invisible, so that nothing stands for it where no font has it. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Control}]/u;

/** A piece of a line in one font and one direction. */
export interface Run<Font extends { isRightToLeft: boolean } = LoadedFace> {
  text: string;
  face: Font;
  /** Whether characters are replaced that no font has. */
  isReplaced: boolean;
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
export function runsOf(line: string, direction: 'ltr' | 'rtl', faceOf: FaceOf): Run[] {
  if (direction === 'ltr' && ONLY_ASCII.test(line)) return [{ text: line, face: knownFace(faceOf), isReplaced: false }];
  const embedding = bidi.getEmbeddingLevels(line, direction);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of line) {
    const level = embedding.levels[at] ?? 0;
    const last = runs.at(-1);
    const drawn = drawnAs(mirrored.get(at) ?? character, last?.face, faceOf);
    at += character.length;
    if (!drawn) continue;
    if (last && last.level === level && last.face === drawn.face) {
      last.text += drawn.text;
      last.isReplaced ||= drawn.isReplaced;
    } else runs.push({ level, ...drawn });
  }
  return inVisualOrder(runs).map(({ level, face, text, isReplaced }) => ({
    face,
    text: level % 2 === 1 && !face.isRightToLeft ? [...text].reverse().join('') : text,
    isReplaced,
  }));
}

type FaceOf = (codePoint: number) => LoadedFace | undefined;

/** The character with its face, or what stands for it; undefined: nothing is drawn. */
function drawnAs(character: string, before: LoadedFace | undefined, faceOf: FaceOf): Run | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  if (before?.has(codePoint) && isNeutral(codePoint)) return { text: character, face: before, isReplaced: false };
  const face = faceOf(codePoint);
  if (face) return { text: character, face, isReplaced: false };
  if (INVISIBLE.test(character)) return undefined;
  return { text: REPLACEMENT, face: knownFace(faceOf), isReplaced: true };
}

/** The face of Latin letters, which has the replacement, too. */
function knownFace(faceOf: FaceOf): LoadedFace {
  const face = faceOf(LATIN);
  if (!face) throw new Error('The base font lacks Latin letters.');
  return face;
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
  /** A wider text is written smaller. */
  maxWidth?: number;
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
const optionsFor = ({ face }: Run) => (face.isRightToLeft ? AS_A_WHOLE : BY_WORD);

/** Creates functions that write text of any direction and script. */
export function createTypesetter(doc: InstanceType<typeof PDFDocument>, fonts: Fonts) {
  const registered = new Set<string>();
  const use = ({ name, file }: LoadedFace) => {
    if (!registered.has(name)) doc.registerFont(name, file);
    registered.add(name);
    doc.font(name);
  };
  const faces: Record<Weight, FaceOf> = {
    regular: (codePoint) => fonts.faceOf(codePoint, 'regular'),
    bold: (codePoint) => fonts.faceOf(codePoint, 'bold'),
  };
  const runsIn = (text: string, { bold = false }: Style): Run[] =>
    runsOf(text, directionOf(text), faces[bold ? 'bold' : 'regular']);
  const widthOf = (run: Run, { size = SIZE }: Style): number => {
    use(run.face);
    return doc.fontSize(size).widthOfString(run.text, optionsFor(run));
  };
  const widthOfRuns = (runs: readonly Run[], style: Style): number =>
    runs.reduce((sum, run) => sum + widthOf(run, style), 0);
  const lineWidth = (text: string, style: Style): number => widthOfRuns(runsIn(text, style), style);

  const lineHeight = ({ size = SIZE }: Style = {}) => size * LINE_HEIGHT;

  /** Writes one line. */
  const line = (text: string, { x, y, align, maxWidth }: Place, given: Style = {}): void => {
    const runs = runsIn(text, given);
    let style = given;
    let width = align === 'right' || maxWidth !== undefined ? widthOfRuns(runs, style) : 0;
    if (maxWidth !== undefined && width > maxWidth) {
      style = { ...given, size: ((given.size ?? SIZE) * maxWidth) / width };
      width = maxWidth;
    }
    let at = align === 'right' ? x - width : x;
    for (const run of runs) {
      const end = at + widthOf(run, style);
      doc.fillColor(style.color ?? '#111111').text(run.text, at, y + (given.size ?? SIZE), optionsFor(run));
      at = end;
    }
  };

  /** What is read aloud where the letters on the page have another order, or are not all there. */
  const spoken = (text: string, style: Style = {}): string | undefined =>
    runsIn(text, style).some(({ face, isReplaced }) => face.isRightToLeft || isReplaced)
      ? text.toWellFormed()
      : undefined;

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

  /** By the widths of single characters: joined ones take no more. */
  const pieces = (word: string, width: number, style: Style): string[] => {
    if (lineWidth(word, style) <= width) return [word];
    const found: string[] = [];
    let piece = '';
    let taken = 0;
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      const next = lineWidth(segment, style);
      if (piece !== '' && taken + next > width) {
        found.push(piece);
        piece = '';
        taken = 0;
      }
      piece += segment;
      taken += next;
    }
    return [...found, piece];
  };

  return { line, spoken, wrap, lineHeight };
}

/** Writes texts of any direction and script. */
export type Typesetter = ReturnType<typeof createTypesetter>;
