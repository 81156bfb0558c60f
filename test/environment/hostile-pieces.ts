/** Short texts that are dear to read when a field is full of them: marks of every format that is read, and letters that grow. */
export const HOSTILE_PIECES: readonly string[] = [
  // What separates words, lines and cells.
  ' a',
  '\n',
  ',',
  'a,',
  '/',
  // JSON, CSV, HTML and addresses escape them.
  '"',
  '\\',
  '<a>',
  '&',
  '%',
  // One character of several, one that becomes eighteen, one that changes its length in lower case.
  'e\u0301',
  '\u0301',
  '👩‍👩‍👧',
  '\ufdfa',
  'İ',
  'ß',
  '\u200b',
  // Numbers, versions and e-mail addresses that never end.
  '1',
  '1.',
  '٣',
  'a@',
  // Templates and Markdown.
  '{{',
  '{{a}}',
  '[a](b)',
  '*a_',
  '#\n',
  '> ',
  '`',
  '- a\n',
  '|a|\n',
  // Words are found by a dictionary.
  'กำ',
];
