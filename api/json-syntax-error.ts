/**
 * Where a text stops being JSON, or has more levels than are read: line and column, both from 1; columns count as in strings of
 * JavaScript.
 */
interface JsonFault {
  line: number;
  column: number;
  isTooDeep: boolean;
}

/** Bytes that are read in one turn; about a millisecond of work. */
const SLICE_BYTES = 32_768;

const LINE_FEED = 0x0a;
const CONTINUES = 0x80;
const FIRST_OF_FOUR = 0xf0;

/**
 * The first character that cannot follow what is before it, or the end of a text that is not complete; undefined for JSON. The
 * bytes are valid UTF-8, read slice by slice, each in a `turn`, and once, without recursion.
 */
export async function findSyntaxError(
  bytes: Buffer,
  maxDepth: number,
  turn?: () => Promise<void>,
): Promise<JsonFault | undefined> {
  const reader = createReader(maxDepth);
  let [line, column] = [1, 1];
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    if (start > 0) await turn?.();
    const end = Math.min(start + SLICE_BYTES, bytes.length);
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (!reader.takes(byte)) return { line, column, isTooDeep: reader.isTooDeep() };
      if (byte === LINE_FEED) {
        line += 1;
        column = 1;
      } else if ((byte & 0xc0) !== CONTINUES) column += byte >= FIRST_OF_FOUR ? 2 : 1;
    }
  }
  return reader.mayEnd() ? undefined : { line, column, isTooDeep: false };
}

/** What may come next: a value, a first or further name, the colon after one, what ends or goes on; or the rest of a scalar. */
type State =
  | 'value'
  | 'value or end'
  | 'name'
  | 'name or end'
  | 'colon'
  | 'comma or end'
  | 'nothing'
  | 'string'
  | 'escape'
  | 'digits of an escape'
  | 'word'
  | 'number';

/** What may follow what a number has so far. */
interface NumberState {
  digit?: NumberState;
  point?: NumberState;
  exponent?: NumberState;
  sign?: NumberState;
  mayEnd: boolean;
}

/** One whose digits may go on. */
function digits(more: Partial<NumberState> = {}): NumberState {
  const state: NumberState = { ...more, mayEnd: true };
  state.digit = state;
  return state;
}

const POWER = digits();
const EXPONENT: NumberState = { digit: POWER, sign: { digit: POWER, mayEnd: false }, mayEnd: false };
const POINT: NumberState = { digit: digits({ exponent: EXPONENT }), mayEnd: false };
const AFTER_ZERO: NumberState = { point: POINT, exponent: EXPONENT, mayEnd: true };
const INTEGER = digits({ point: POINT, exponent: EXPONENT });
const AFTER_MINUS: NumberState = { digit: INTEGER, mayEnd: false };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT_SIGN = 0x2e;
const ZERO = 0x30;
const SMALL_E = 0x65;
/** The bit that makes an ASCII letter a small one. */
const SMALL = 0x20;
const OPENING_LIST = 0x5b;
const CLOSING_LIST = 0x5d;
const OPENING_OBJECT = 0x7b;
const CLOSING_OBJECT = 0x7d;
const FIRST_IN_STRINGS = 0x20;
const SPACES = bytesOf(' \n\r\t');
const ESCAPED = bytesOf('"\\/bfnrt');
const HEXADECIMAL = bytesOf('0123456789abcdefABCDEF');
const WORDS = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));
const DIGITS_OF_ESCAPE = 4;

function bytesOf(characters: string): readonly boolean[] {
  return Array.from({ length: 256 }, (_, byte) => characters.includes(String.fromCharCode(byte)));
}

/** Reads JSON byte by byte. */
function createReader(maxDepth: number) {
  /** The closing brackets of what is open. */
  const open: number[] = [];
  let state: State = 'value';
  let isName = false;
  let number = INTEGER;
  /** What is left of a word, or of the digits of an escape. */
  let rest = '';
  let digitsLeft = 0;
  let isTooDeep = false;

  const afterValue = (): State => (open.length === 0 ? 'nothing' : 'comma or end');
  const goOn = (next: State | undefined): boolean => {
    if (next === undefined) return false;
    state = next;
    return true;
  };
  const begin = (closing: number, next: State): boolean => {
    isTooDeep = open.length === maxDepth;
    if (isTooDeep) return false;
    open.push(closing);
    return goOn(next);
  };
  const beginNumber = (next: NumberState): boolean => {
    number = next;
    return goOn('number');
  };
  const beginString = (ofName: boolean): boolean => {
    isName = ofName;
    return goOn('string');
  };
  const beginValue = (byte: number): boolean => {
    if (byte === QUOTE) return beginString(false);
    if (byte === OPENING_OBJECT) return begin(CLOSING_OBJECT, 'name or end');
    if (byte === OPENING_LIST) return begin(CLOSING_LIST, 'value or end');
    if (byte === MINUS) return beginNumber(AFTER_MINUS);
    if (isDigit(byte)) return beginNumber(byte === ZERO ? AFTER_ZERO : INTEGER);
    const word = WORDS.get(byte);
    if (word === undefined) return false;
    rest = word.slice(1);
    return goOn('word');
  };
  const inString = (byte: number): boolean => {
    if (byte === QUOTE) return goOn(isName ? 'colon' : afterValue());
    if (byte === BACKSLASH) return goOn('escape');
    return byte >= FIRST_IN_STRINGS;
  };
  const inEscape = (byte: number): boolean => {
    digitsLeft = DIGITS_OF_ESCAPE;
    if (byte === SMALL_U) return goOn('digits of an escape');
    return ESCAPED[byte] === true && goOn('string');
  };
  const inDigitsOfEscape = (byte: number): boolean => {
    digitsLeft -= 1;
    return HEXADECIMAL[byte] === true && (digitsLeft > 0 || goOn('string'));
  };
  const inWord = (byte: number): boolean => {
    const isNext = byte === rest.charCodeAt(0);
    rest = rest.slice(1);
    return isNext && (rest !== '' || goOn(afterValue()));
  };
  const inNumber = (byte: number): boolean => {
    const next = nextOf(number, byte);
    if (next) return beginNumber(next);
    if (!number.mayEnd) return false;
    state = afterValue();
    return between(byte);
  };
  const between = (byte: number): boolean => {
    if (SPACES[byte]) return true;
    const mayClose = state === 'comma or end' || state === 'name or end' || state === 'value or end';
    if (mayClose && byte === open.at(-1)) {
      open.pop();
      return goOn(afterValue());
    }
    if (state === 'comma or end') return byte === COMMA && goOn(open.at(-1) === CLOSING_OBJECT ? 'name' : 'value');
    if (state === 'colon') return byte === COLON && goOn('value');
    if (state === 'name' || state === 'name or end') return byte === QUOTE && beginString(true);
    return state !== 'nothing' && beginValue(byte);
  };
  return {
    /** Takes the next byte; false where it cannot come next. */
    takes(byte: number): boolean {
      if (state === 'string') return inString(byte);
      if (state === 'escape') return inEscape(byte);
      if (state === 'digits of an escape') return inDigitsOfEscape(byte);
      if (state === 'word') return inWord(byte);
      return state === 'number' ? inNumber(byte) : between(byte);
    },
    /** Whether what was taken is JSON. */
    mayEnd: () => state === 'nothing' || (open.length === 0 && state === 'number' && number.mayEnd),
    /** Whether it stopped at a level that is not read. */
    isTooDeep: () => isTooDeep,
  };
}

function nextOf(number: NumberState, byte: number): NumberState | undefined {
  if (isDigit(byte)) return number === AFTER_MINUS && byte === ZERO ? AFTER_ZERO : number.digit;
  if (byte === POINT_SIGN) return number.point;
  if ((byte | SMALL) === SMALL_E) return number.exponent;
  return byte === PLUS || byte === MINUS ? number.sign : undefined;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
