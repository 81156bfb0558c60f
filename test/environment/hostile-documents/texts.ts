import type { HostileDocument } from './document.ts';

const MIB = 1_048_576;
/** The largest document that may be uploaded. */
const MOST = 5 * MIB;
/** A text as often as it fits into the largest document. */
const filled =
  (part: string, before = '', behind = '') =>
  () =>
    Buffer.from(
      before + part.repeat(Math.floor((MOST - before.length - behind.length) / Buffer.byteLength(part))) + behind,
    );

/** Pages. */
const PAGES: HostileDocument[] = [
  {
    name: 'HTML of 100,000 elements in one another',
    format: 'html',
    bytes: () => Buffer.from('<div>'.repeat(100_000)),
    outcome: /too many elements/,
  },
  {
    name: 'HTML of 1.6 million emphases that are not closed',
    format: 'html',
    bytes: filled('<b>'),
    outcome: /too many elements/,
  },
  {
    name: 'HTML of 1.2 million ends of paragraphs',
    format: 'html',
    bytes: filled('</p>'),
    outcome: /too many elements/,
  },
  {
    name: 'HTML of 1.2 million ends within 500 elements',
    format: 'html',
    bytes: filled('</q>', '<i>'.repeat(500)),
    outcome: /no text/,
  },
  {
    name: 'HTML of a tag of 2.6 million attributes',
    format: 'html',
    bytes: filled('a ', '<p ', '>Hello'),
    outcome: /too many elements/,
  },
  {
    name: 'HTML of a tag of 600,000 attributes',
    format: 'html',
    bytes: () => Buffer.from(`<p ${Array.from({ length: 600_000 }, (_, index) => `a${index}`).join(' ')}>Hello`),
    outcome: 'ready',
  },
  { name: 'HTML of a tag that does not end', format: 'html', bytes: filled('a="', '<p>Hello<p '), outcome: 'ready' },
  { name: 'HTML of nothing but opening brackets', format: 'html', bytes: filled('<'), outcome: /no HTML/ },
  { name: 'HTML of a comment that does not end', format: 'html', bytes: filled('<!--', '<p>Hello'), outcome: 'ready' },
  {
    name: 'HTML of a script that does not end',
    format: 'html',
    bytes: filled('</scrip', '<p>Hello<script>'),
    outcome: 'ready',
  },
  { name: 'HTML of a million character references', format: 'html', bytes: filled('&amp;', '<p>'), outcome: 'ready' },
  {
    name: 'HTML of half a million long names of characters',
    format: 'html',
    bytes: filled('&CounterClockwiseContourIntegra', '<p>'),
    outcome: 'ready',
  },
  {
    name: 'HTML of a style of five million characters',
    format: 'html',
    bytes: filled('x:y;', '<p style="', '">Hello'),
    outcome: 'ready',
  },
  {
    name: 'HTML of cells over all rows and columns',
    format: 'html',
    bytes: () => Buffer.from(`<table>${'<tr><th colspan=1000 rowspan=65534>x'.repeat(10_000)}`),
    outcome: /more than (16384 columns|500000 cells)/,
  },
  {
    name: 'HTML of a table of 300,000 empty rows',
    format: 'html',
    bytes: () => Buffer.from(`<table>${'<tr>'.repeat(300_000)}`),
    outcome: /too many elements/,
  },
  {
    name: 'HTML of tables in one another',
    format: 'html',
    bytes: () => Buffer.from(`${'<table><tr><td>Hello'.repeat(100)}`),
    outcome: 'ready',
  },
  {
    name: 'HTML of 200,000 headings',
    format: 'html',
    bytes: () => Buffer.from('<h6>a</h6>b'.repeat(200_000)),
    outcome: /more than 100000 sections/,
  },
  {
    name: 'HTML in an encoding that there is not',
    format: 'html',
    bytes: () => Buffer.from('<meta charset="x-none"><p>Zw\xf6lf', 'latin1'),
    outcome: /not text/,
  },
  {
    name: 'HTML in UTF-16 that declares another encoding',
    format: 'html',
    bytes: () => Buffer.from('\uFEFF<meta charset="utf-8"><p>Hello', 'utf16le'),
    outcome: 'ready',
  },
  {
    name: 'HTML in half of UTF-16',
    format: 'html',
    bytes: () => Buffer.from('\uFEFF<p>Hello', 'utf16le').subarray(0, 11),
    outcome: /not text/,
  },
];

/** Tables in text. */
const TABLES: HostileDocument[] = [
  { name: 'CSV of one line of 5 MiB', format: 'csv', bytes: filled('a'), outcome: 'ready' },
  { name: 'CSV of a million columns', format: 'csv', bytes: filled('a,'), outcome: /more than 16384 columns/ },
  { name: 'CSV of 1.2 million rows', format: 'csv', bytes: filled('a,b\n'), outcome: /more than 500000 cells/ },
  { name: 'CSV of a quote that does not end', format: 'csv', bytes: filled('a,', '"'), outcome: /quoted value/ },
  { name: 'CSV of nothing but quotes', format: 'csv', bytes: filled('""'), outcome: 'ready' },
  { name: 'CSV of five million empty lines', format: 'csv', bytes: filled('\n'), outcome: /no text/ },
  { name: 'CSV of five million returns', format: 'csv', bytes: filled('\r'), outcome: /no text/ },
  {
    name: 'CSV of 16,000 columns with long headings',
    format: 'csv',
    bytes: () =>
      Buffer.from(
        `${Array.from({ length: 16_000 }, (_, index) => `${'heading '.repeat(10)}${index}`).join(',')}\n${`${'1,'.repeat(16_000)}\n`.repeat(28)}`,
      ),
    outcome: /more than 6000000 characters/,
  },
  { name: 'CSV of NUL', format: 'csv', bytes: () => Buffer.alloc(MIB), outcome: /not text/ },
  {
    name: 'CSV in UTF-16 of halves of pairs',
    format: 'csv',
    bytes: () => Buffer.from(`\uFEFFa,b\n${'\uD800'.repeat(100_000)},1`, 'utf16le'),
    outcome: /not text/,
  },
];

/** Markdown and plain text. */
const WRITTEN: HostileDocument[] = [
  {
    name: 'Markdown of emphasis that does not end',
    format: 'markdown',
    bytes: () => Buffer.from('*a_'.repeat(20_000)),
    outcome: 'ready',
  },
  {
    name: 'Markdown of lists in one another',
    format: 'markdown',
    bytes: () => Buffer.from(`${'- - '.repeat(60_000)}a`),
    outcome: /takes too (long|much memory)|damaged/,
  },
  {
    name: 'Markdown of quotations in one another',
    format: 'markdown',
    bytes: () => Buffer.from(`${'> '.repeat(100_000)}a`),
    outcome: /takes too (long|much memory)|damaged/,
  },
  {
    name: 'Markdown of opening brackets',
    format: 'markdown',
    bytes: () => Buffer.from('['.repeat(1_000_000)),
    outcome: 'ready',
  },
  {
    name: 'Markdown of comments that do not end',
    format: 'markdown',
    bytes: () => Buffer.from('a <!--'.repeat(200_000)),
    outcome: 'ready',
  },
  {
    name: 'Markdown of fences of every length',
    format: 'markdown',
    bytes: () => Buffer.from(Array.from({ length: 1_500 }, (_, index) => `a ${'`'.repeat(index)}`).join('\n')),
    outcome: 'ready',
  },
  {
    name: 'Markdown of 50,000 references',
    format: 'markdown',
    bytes: () => Buffer.from(`${Array.from({ length: 50_000 }, (_, index) => `[a${index}]: b`).join('\n')}\n\nHello`),
    outcome: 'ready',
  },
  {
    name: 'Markdown of a table of 20,000 columns',
    format: 'markdown',
    bytes: () => Buffer.from(`${'|a'.repeat(20_000)}|\n${'|-'.repeat(20_000)}|\n|b|\n`),
    outcome: /more than 16384 columns|takes too/,
  },
  {
    name: 'text of halves of pairs',
    format: 'text',
    bytes: () => Buffer.from(`\uFEFFHello${'\uDC00'.repeat(100_000)}`, 'utf16le'),
    outcome: /not text/,
  },
  {
    name: 'text of a million marks of direction',
    format: 'text',
    bytes: () => Buffer.from(`Hello${'\u202E'.repeat(1_000_000)}`),
    outcome: 'ready',
  },
  {
    name: 'text of letters with a million accents',
    format: 'text',
    bytes: () => Buffer.from(`Hello${'\u0301'.repeat(1_000_000)}`),
    outcome: 'ready',
  },
];

/** Texts that cost their parsers most. */
export const HOSTILE_TEXTS: HostileDocument[] = [...PAGES, ...TABLES, ...WRITTEN];
