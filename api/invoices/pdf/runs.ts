import createBidi from 'bidi-js';

// The types are those of the ES module; Node loads the CommonJS one, which exports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** Most texts are ASCII and need no reordering. */
const ONLY_ASCII = /^[\x20-\x7e]*$/;

/** A writing system with its own font; all others share one. */
export type Script = 'arabic' | 'hebrew' | 'other';

/** A piece of a line in one font and one direction. */
export interface Run {
  text: string;
  script: Script;
}

/** Direction of a text: that of its first letter with a direction. */
export function directionOf(text: string): 'ltr' | 'rtl' {
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
