/** A place in a text, both from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

const SPACE = new Set([' ', '\n', '\r', '\t']);
const LITERALS = ['true', 'false', 'null'];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Where a text stops being JSON: the first character that cannot follow what is before it, or the end. For texts that
 * `JSON.parse` has refused, in one pass, without recursion.
 */
export function placeOfFault(text: string): TextPlace {
  const fault = faultOf(text);
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next !== -1 && next < fault; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: fault - start + 1 };
}

/** What may come next: a value, a first or further name, the colon after one, or what ends or goes on. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

function faultOf(text: string): number {
  /** The closing brackets of what is open. */
  const open: string[] = [];
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    while (SPACE.has(text[at] ?? '')) at += 1;
    const character = text[at];
    if (character === undefined || expected === 'nothing') return at;
    if (expected.endsWith('or end') && character === open.at(-1)) {
      open.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'comma or end') {
      if (character !== ',') return at;
      at += 1;
      expected = open.at(-1) === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (expected === 'name' || expected === 'name or end') {
      if (character !== '"') return at;
      const { end, isWhole } = stringFrom(text, at);
      if (!isWhole) return end;
      at = end;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      at += 1;
      expected = character === '{' ? 'name or end' : 'value or end';
    } else {
      const { end, isWhole } = scalarFrom(text, at);
      if (!isWhole) return end;
      at = end;
      expected = afterValue();
    }
  }
}

/** How far a scalar goes, and whether it is one. */
interface Read {
  end: number;
  isWhole: boolean;
}

function scalarFrom(text: string, from: number): Read {
  if (text[from] === '"') return stringFrom(text, from);
  const literal = LITERALS.find((word) => text.startsWith(word, from));
  if (literal) return { end: from + literal.length, isWhole: true };
  NUMBER.lastIndex = from;
  return NUMBER.test(text) ? { end: NUMBER.lastIndex, isWhole: true } : { end: from, isWhole: false };
}

function stringFrom(text: string, from: number): Read {
  for (let at = from + 1; ; at += 1) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code) || code < 0x20) return { end: at, isWhole: false };
    if (code === 0x22) return { end: at + 1, isWhole: true };
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    if (!ESCAPE.test(text)) return { end: at, isWhole: false };
    at = ESCAPE.lastIndex - 1;
  }
}
