/** Longest code of a format, characters; Excel's own limit. */
const MAX_CODE = 255;
const DAY_MS = 86_400_000;
/** The last day that Excel knows, 9999-12-31. */
const LAST_DAY = 2_958_465;
/** Significant digits of a number in a cell. */
const DIGITS = 15;

/** Formats that a workbook names by number only; ECMA-376, part 1, 18.8.30. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd',
  17: 'yyyy-mm',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/** A part of a format: letters and digits that stand for the value, or text as it is. */
interface Token {
  text: string;
  isLiteral: boolean;
}

/**
 * A number of a cell as its format shows it: dates and times as in ISO 8601, the rest with the format's decimals, thousands, percent
 * and currency. `is1904`: the workbook counts days from 1904.
 */
export function formatted(value: number, code: string, is1904: boolean): string {
  if (!Number.isFinite(value)) return String(value);
  const sections = sectionsOf(code.slice(0, MAX_CODE));
  const hasOwnNegative = value < 0 && sections.length > 1;
  const section = sections[hasOwnNegative ? 1 : value === 0 && sections.length > 2 ? 2 : 0] ?? [];
  const shown = hasOwnNegative ? -value : value;
  const letters = section.map(({ text, isLiteral }) => (isLiteral ? '' : text.toLowerCase())).join('');
  if (letters === 'general') return plain(value);
  if (/[ymdhs]/.test(letters)) return dateText(shown, letters, is1904) ?? plain(value);
  // Without digits, with an exponent or as a fraction.
  if (!/[0#]/.test(letters) || /[e?/@]/.test(letters)) return plain(value);
  return numberText(shown, section, letters);
}

function plain(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

/** The sections of a format, for positive and negative numbers and zero. */
function sectionsOf(code: string): Token[][] {
  const sections: Token[][] = [[]];
  const push = (text: string, isLiteral: boolean) => sections.at(-1)?.push({ text, isLiteral });
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (character === ';') sections.push([]);
    else if (character === '"') {
      const end = endOf(code, '"', at);
      push(code.slice(at + 1, end), true);
      at = end;
    } else if (character === '\\') {
      at += 1;
      push(code.charAt(at), true);
    } else if (character === '_' || character === '*') at += 1;
    else if (character === '[') {
      const end = endOf(code, ']', at);
      const inside = code.slice(at + 1, end);
      // A currency with its region, or hours beyond a day; colours and conditions show nothing.
      if (inside.startsWith('$')) push(inside.slice(1).split('-')[0] ?? '', true);
      else if (/^[hms]+$/i.test(inside)) push(`[${inside}]`, false);
      at = end;
    } else push(character, !/[a-z0-9#?.,%@/]/i.test(character));
  }
  return sections;
}

function endOf(code: string, mark: string, from: number): number {
  const end = code.indexOf(mark, from + 1);
  return end === -1 ? code.length : end;
}

function numberText(value: number, section: readonly Token[], letters: string): string {
  const [whole = '', fraction = ''] = letters.split('.', 2);
  const percent = letters.split('%').length - 1;
  // Commas behind the last digit each divide by a thousand.
  const thousands = /[0#](,*)(?:[^0#,]*)$/.exec(whole)?.[1]?.length ?? 0;
  const scaled = (value * 100 ** percent) / 1_000 ** thousands;
  const decimals = (fraction.match(/[0#]/g) ?? []).length;
  const writer = writerOf({
    useGrouping: /[0#],+[0#]/.test(whole),
    minimumFractionDigits: Math.min(20, (fraction.match(/0/g) ?? []).length),
    maximumFractionDigits: Math.min(20, decimals),
    minimumIntegerDigits: Math.min(20, Math.max(1, (whole.match(/0/g) ?? []).length)),
  });
  return withLiterals(writer.format(Number(scaled.toPrecision(DIGITS))), section).trim();
}

/** Writers of numbers by their options: to make one takes as long as to write fifty numbers. */
const writers = new Map<string, Intl.NumberFormat>();
/** Most that are kept; a sheet uses a few. */
const MAX_WRITERS = 200;

function writerOf(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = Object.values(options).join(' ');
  const known = writers.get(key);
  if (known) return known;
  const writer = new Intl.NumberFormat('en-US', options);
  if (writers.size < MAX_WRITERS) writers.set(key, writer);
  return writer;
}

/** The number in the place of its digits, with the text and signs around it. */
function withLiterals(number: string, section: readonly Token[]): string {
  let before = '';
  let after = '';
  let hasDigits = false;
  for (const { text, isLiteral } of section) {
    if (!isLiteral && /[0#.,]/.test(text)) hasDigits = true;
    else if (isLiteral || text === '%') {
      if (hasDigits) after += text;
      else before += text;
    }
  }
  return before + number + after;
}

function dateText(value: number, letters: string, is1904: boolean): string | undefined {
  if (value < 0 || value > LAST_DAY) return undefined;
  const elapsed = /\[[hms]+\]/.test(letters);
  const seconds = Math.round(value * 86_400);
  if (elapsed) return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}`;
  // Excel's first year has a day that never was, so that its days up to then are one behind.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
  const iso = new Date(epoch + Math.round((value * DAY_MS) / 1_000) * 1_000).toISOString();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (!hasTime && letters.includes('m'));
  const date = /d/.test(letters) ? iso.slice(0, 10) : iso.slice(0, 7);
  const time = letters.includes('s') ? iso.slice(11, 19) : iso.slice(11, 16);
  return [...(hasDate ? [date] : []), ...(hasTime ? [time] : [])].join(' ');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
