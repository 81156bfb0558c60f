import { BUILT_IN_FORMATS, formatted } from './number-format.ts';
import type { OfficePackage } from './office-package.ts';
import { attribute } from './xml.ts';

/** Longest text of a cell, characters; Excel's own limit. */
export const MAX_CELL = 32_767;

/** What the cells of a workbook refer to. */
export interface SharedValues {
  texts: readonly string[];
  /** Codes of number formats by the styles of cells. */
  formats: readonly string[];
  is1904: boolean;
}

/** A cell as it is written. */
export interface GivenCell {
  type: string;
  style: number;
  value: string;
}

/** The texts that cells share. */
export function sharedTextsOf(file: OfficePackage, part: string | undefined): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  // The reading of Japanese words stands beside them.
  let isReading = false;
  if (part) {
    file.parse(part, {
      open(name) {
        if (name === 'si') text = '';
        else if (name === 'rPh') isReading = true;
        isText = name === 't' && !isReading;
      },
      close(name) {
        isText = false;
        if (name === 'rPh') isReading = false;
        else if (name === 'si') texts.push(oneLine(text));
      },
      text(words) {
        if (isText) text += words;
      },
    });
  }
  return texts;
}

/** The codes of the number formats of cells by their styles. */
export function formatsOf(file: OfficePackage, part: string | undefined): string[] {
  const own = new Map<number, string>();
  const formats: number[] = [];
  let isCells = false;
  if (part) {
    file.parse(part, {
      open(name, attributes) {
        if (name === 'numFmt') {
          own.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
        } else if (name === 'cellXfs') isCells = true;
        else if (name === 'xf' && isCells) formats.push(Number(attribute(attributes, 'numFmtId')));
      },
      close(name) {
        if (name === 'cellXfs') isCells = false;
      },
      text: () => undefined,
    });
  }
  return formats.map((id) => own.get(id) ?? builtIn(id));
}

/** Numbers that no format is given for are dates of East Asia. */
function builtIn(id: number): string {
  const isDate = (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDate ? 'yyyy-mm-dd' : (BUILT_IN_FORMATS[id] ?? 'General');
}

/** The text of a cell as it is shown; of a formula, its last result. */
export function textOfCell({ type, style, value }: GivenCell, { texts, formats, is1904 }: SharedValues): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'e':
      return '';
    case 'str':
    case 'inlineStr':
      return oneLine(value);
    case 'd':
      return value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '');
    default:
      return value.trim() === '' ? '' : formatted(Number(value), formats[style] ?? 'General', is1904);
  }
}

function oneLine(text: string): string {
  return text.slice(0, MAX_CELL).replace(/\s+/g, ' ').trim();
}
