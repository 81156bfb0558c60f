import { HOSTILE_PIECES } from '../../../test/environment/hostile-pieces.ts';

/** Texts that a function is given many times over. */
export const PIECES: readonly string[] = [
  ...HOSTILE_PIECES,
  ...['a', 'a ', ' ', 'a\n', '\n\n', 'a.', 'A. ', '.', '…', 'a, b, ', 'the ', 'der ', 'and '],
  ...['0', '1,', '1 ', 'a1', '-1', '1%', '$1,000 ', '+49 ', '-', '- ', '—', '_'],
  ...['a@b.c ', 'http://', 'http://a.b/ ', 'a.b/', '//', '?', '=', 'a=b;', 'a:', ':', ';', '+'],
  ...['(', ')', '[', '](', '![a](b)', '!a', '{', '}', '*', '**a', '_a_', '```\n', '# '],
  ...["'", '</a>', '<!--', '<think>', '&amp;', '{"a":', '[[', '",', 'W/"a",', 'FREQ=DAILY;'],
  ...['\u00a0', '\u3000', '中', '中。', '\ud800', '\u202e'],
];
