import { segmented } from './languages.ts';

/**
 * A word, number, code or address of a text. Codes and addresses are found as a whole; the words in them are kept too,
 * and weigh little in a query.
 */
export interface Token {
  /** As it is written, in lower case. */
  text: string;
  /** The words and numbers in it, in order and in lower case. */
  words: string[];
  /** Lexemes that stand for the whole; empty for a word or whole number. */
  codes: string[];
  /** Lexemes of what it is a case of, by which its passage is found too: the host of an address, 3.2 for 3.2.0. */
  wider: string[];
  /** A hyphenated word in one: `onlineshop` for Online-Shop. */
  joined: string | null;
  /** Whether its letters are capitals, as in names of norms. */
  isCapital: boolean;
  /** Abbreviations before it, in lower case, which stand for it as well: `iso` for the IEC of ISO/IEC 27001. */
  beside: string[];
}

/** Longest code or address, characters; the rest of it is not compared. */
const MAX_CODE = 200;
/** Longest text between two spaces in which codes are looked for; a longer one is data. */
const MAX_RUN = 2_000;
/** Most letters of an abbreviation that is one with the number after it, as in SOC 2. */
const MAX_ABBREVIATION = 6;
/** Most letters of a unit that is one with the number before it, as in 5 kg. */
const MAX_UNIT = 3;
/** Fewest letters of a word after a number and a hyphen, as in 30-day; shorter ones are codes. */
const MIN_WORD = 3;

const RUN = /\S+/g;
const ATOM = /[\p{L}\p{M}]+|\p{N}+|§/gu;
const DIGIT = /^\p{N}/u;
const SECTION_SIGN = '§';
/** Signs that join letters and digits. */
const JOINS = new Set(['', '-', '‐', '‑', '_', '.']);
/** Signs that join digits only. */
const JOINS_DIGITS = new Set([',', ':', '/']);

/** Letters or digits, and the sign before them. */
interface Atom {
  text: string;
  sign: string;
}

/** The tokens of a text, in its order. Ligatures, full-width digits and the like are read as what they stand for. */
export function* tokensOf(text: string): Generator<Token> {
  for (const [run] of segmented(text.normalize('NFKC').replaceAll('\u00AD', '')).matchAll(RUN)) {
    if (run.length > MAX_RUN) yield* wordsOf(run);
    else if (ADDRESS_SIGN.test(run)) for (const part of run.split(BETWEEN_ADDRESSES)) yield* addressOf(part);
    else yield* plainTokensOf(run);
  }
}

/** A lexeme that no word has, since words have letters and digits only. */
function code(text: string): string {
  return `#${text.slice(0, MAX_CODE)}`;
}

function isDigits(text: string): boolean {
  return DIGIT.test(text);
}

function isCapital(text: string): boolean {
  return text !== text.toLowerCase() && text === text.toUpperCase();
}

function wordToken(text: string): Token {
  const word = text.toLowerCase();
  return { text: word, words: [word], codes: [], wider: [], joined: null, isCapital: isCapital(text), beside: [] };
}

function* wordsOf(run: string): Generator<Token> {
  for (const [atom] of run.matchAll(ATOM)) if (atom !== SECTION_SIGN) yield wordToken(atom);
}

const ADDRESS_SIGN = /@|:\/\/|^www\.|[a-z]\.[a-z]{2,24}\//i;
const BETWEEN_ADDRESSES = /[,;<>()[\]{}"'|]/;
const SCHEME = /^[a-z][a-z0-9+.-]{0,20}:(?:\/\/)?/i;
const LAST_SIGNS = /[\p{L}\p{N}]/u;

/** A web or e-mail address as one token; what is none, as the tokens in it. */
function* addressOf(part: string): Generator<Token> {
  let end = part.length;
  while (end > 0 && !LAST_SIGNS.test(part.charAt(end - 1))) end -= 1;
  const address = part
    .slice(0, end)
    .replace(SCHEME, '')
    .replace(/^www\./i, '')
    .toLowerCase();
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1).split(/[/?#:]/, 1)[0] ?? '';
  if (address.includes('.') && host.includes('.')) {
    const words = Array.from(address.matchAll(ATOM), ([atom]) => atom);
    const codes = [code(address)];
    const wider = address === host ? [] : [code(host)];
    yield { text: address, words, codes, wider, joined: null, isCapital: false, beside: [] };
  } else yield* plainTokensOf(part);
}

function* plainTokensOf(run: string): Generator<Token> {
  let piece: Atom[] = [];
  let beside: string[] = [];
  let end = -1;
  for (const { 0: text, index } of run.matchAll(ATOM)) {
    const sign = end === -1 ? ' ' : run.slice(end, index);
    const before = piece.at(-1);
    if (before && !isJoined(before.text, sign, text)) {
      yield* tokensOfPiece(piece, beside);
      beside = sign === '/' && piece.length === 1 ? [...beside, ...abbreviationBeside(before.text, text)] : [];
      piece = [];
    }
    piece.push({ text, sign: piece.length === 0 ? '' : sign });
    end = index + text.length;
  }
  yield* tokensOfPiece(piece, beside);
}

/** Most abbreviations that stand for one; more in a row are a list. */
const MAX_BESIDE = 4;

/** An abbreviation that stands for the one after the stroke as well. */
function abbreviationBeside(before: string, after: string): string[] {
  const isOne = (text: string) => !isDigits(text) && text.length <= MAX_ABBREVIATION;
  return isOne(before) && isOne(after) && isCapital(before) === isCapital(after) ? [before.toLowerCase()] : [];
}

function isJoined(before: string, sign: string, after: string): boolean {
  if (after === SECTION_SIGN) return false;
  if (before === SECTION_SIGN) return sign === '' && isDigits(after);
  return JOINS.has(sign) || (JOINS_DIGITS.has(sign) && isDigits(before) && isDigits(after));
}

function* tokensOfPiece(piece: readonly Atom[], abbreviations: readonly string[]): Generator<Token> {
  const [first, ...others] = piece;
  if (!first) return;
  const beside = abbreviations.slice(-MAX_BESIDE);
  if (others.length === 0) {
    if (first.text === SECTION_SIGN) yield { ...wordToken(SECTION_SIGN), words: [], isCapital: true };
    else yield { ...wordToken(first.text), beside };
    return;
  }
  const atoms = piece.map(({ text, sign }) => ({ text: text.toLowerCase(), sign }));
  const digits = atoms.filter(({ text }) => isDigits(text)).length;
  const hasLetters = digits < atoms.length;
  const isWords = digits === 0 ? !isIdentifier(piece) : isPhrase(atoms);
  if (isWords) {
    const joined = atoms.every(({ sign }) => sign !== '.') ? atoms.map(({ text }) => text).join('') : null;
    for (const [index, { text }] of piece.entries()) yield { ...wordToken(text), joined: index === 0 ? joined : null };
    return;
  }
  const whole = normalized(atoms);
  yield {
    text: atoms.map(({ text, sign }) => sign + text).join(''),
    words: atoms.map(({ text }) => text).filter((text) => text !== SECTION_SIGN),
    codes: [
      code(whole),
      ...(hasLetters ? versionIn(atoms) : numbersIn(piece)),
      ...beside.map((text) => code(normalized([{ text, sign: '' }, ...atoms.slice(1)]))),
    ],
    wider: hasLetters ? [] : widerVersions(atoms),
    joined: null,
    isCapital: isCapital(first.text),
    beside: [],
  };
}

/** Names of fields and hosts: foo_bar, acme.example; but not U.S. or "end.Next", which are written with capitals. */
function isIdentifier(piece: readonly Atom[]): boolean {
  if (piece.some(({ sign }) => sign === '_')) return true;
  const isDotted = piece.some(({ sign }) => sign === '.');
  return isDotted && piece.every(({ text }) => text.length > 1 && text === text.toLowerCase());
}

/** A number and words after it: 30-day, 3-Zimmer-Wohnung. */
function isPhrase([first, ...others]: readonly Atom[]): boolean {
  if (!first || !isDigits(first.text)) return false;
  return others.every(({ text, sign }) => sign === '-' && !isDigits(text) && text.length >= MIN_WORD);
}

/** A code without the signs that are often left out or written otherwise; digits stay apart, and the words of a host. */
function normalized(atoms: readonly Atom[]): string {
  let whole = '';
  for (const [index, { text, sign }] of atoms.entries()) {
    const before = atoms[index - 1];
    const isApart = before && isDigits(before.text) === isDigits(text) && (isDigits(text) || sign === '.');
    whole += isApart ? `.${text}` : text;
  }
  return whole;
}

/** The version in v2.4.1. */
function versionIn(atoms: readonly Atom[]): string[] {
  const [first, ...others] = atoms;
  return first?.text === 'v' && others.length > 1 ? [code(normalized(others))] : [];
}

/** Other ways to write a number: 1,450.00 is 1450. */
function numbersIn([first, ...others]: readonly Atom[]): string[] {
  if (!first || first.text.length > 3) return [];
  const last = others.at(-1);
  const groups = last && last.text.length < 3 && last.sign !== others[0]?.sign ? others.slice(0, -1) : others;
  const isGrouped =
    groups.length > 0 && groups.every(({ text, sign }) => text.length === 3 && (sign === ',' || sign === '.'));
  return isGrouped ? [first.text + groups.map(({ text }) => text).join('')] : [];
}

/** 3.2 for 3.2.0. */
function widerVersions(atoms: readonly Atom[]): string[] {
  const wider: string[] = [];
  for (let parts = 2; parts < atoms.length; parts += 1) {
    const version = code(normalized(atoms.slice(0, parts)));
    wider.push(version);
    // What is longer has the same lexeme.
    if (version.length > MAX_CODE) break;
  }
  return wider;
}

/**
 * The lexemes of two tokens that may be one code: SOC 2, ISO 27001:2022, ISO/IEC 27001, § 17, 5 kg. Only capitals are
 * abbreviations, unless `isQuery`.
 */
export function pairOf(first: Token, second: Token, isQuery: boolean): string[] {
  const [word = ''] = first.words;
  const [other = ''] = second.words;
  if (first.words.length > 1 || other === '' || first.codes.length > 0) return [];
  if (isDigits(word)) {
    const isUnit = second.words.length === 1 && !isDigits(other) && other.length <= MAX_UNIT;
    return isUnit ? [code(word + other)] : [];
  }
  const isAbbreviation = first.text.length <= MAX_ABBREVIATION && (isQuery || first.isCapital);
  if (!isAbbreviation || !second.words.every(isDigits)) return [];
  return [first.text, ...first.beside].flatMap((abbreviation) => {
    const whole = code(abbreviation + second.words.join('.'));
    return second.words.length > 1 ? [whole, code(abbreviation + other)] : [whole];
  });
}
