import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../../test/environment/cpu-time.ts';
import {
  docxOf,
  docxOfBody,
  packageOf,
  pdfOf,
  pptxOf,
  type Slide,
  shapeOf,
  sheetOf,
  xlsxOf,
} from '../../../test/environment/documents.ts';
import type { DocumentFormat, Section } from '../port.ts';
import { readFormat } from './index.ts';
import { formatted } from './number-format.ts';

async function sections(format: DocumentFormat, content: string | Uint8Array): Promise<Section[]> {
  return (await readFormat(format, typeof content === 'string' ? Buffer.from(content) : content)).sections;
}

const table = (title: string, ...rows: string[]): Section => ({ title, text: rows.join('\n\n'), isTable: true });

const WIDE = 'Product: Desk | Price: 120 EUR';
const TALL = 'Product: Chair | Price: 45 EUR';

test.each<[string, DocumentFormat, string | Uint8Array, string]>([
  ['Markdown', 'markdown', '| Product | Price |\n|---|---|\n| Desk | 120 EUR |\n| Chair | 45 EUR |', ''],
  ['HTML', 'html', '<table><tr><th>Product<th>Price<tr><td>Desk<td>120 EUR<tr><td>Chair<td>45 EUR</table>', ''],
  [
    'HTML whose headings are not marked',
    'html',
    '<table><tr><td>Product</td><td>Price</td></tr><tr><td>Desk</td><td>120 EUR</td></tr><tr><td>Chair</td><td>45 EUR</td></tr></table>',
    '',
  ],
  ['CSV', 'csv', 'Product,Price\r\nDesk,120 EUR\r\n"Chair",45 EUR\r\n', ''],
  ['CSV with semicolons', 'csv', 'Product;Price\nDesk;120 EUR\n\nChair;45 EUR', ''],
  ['CSV that names its separator', 'csv', 'sep=|\nProduct|Price\nDesk|120 EUR\nChair|45 EUR', ''],
  [
    'XLSX',
    'xlsx',
    xlsxOf({
      sheets: {
        Prices: sheetOf([
          ['Product', 'Price'],
          ['Desk', '120 EUR'],
          ['Chair', '45 EUR'],
        ]),
      },
    }),
    'Prices',
  ],
  [
    'DOCX',
    'docx',
    docxOfBody(
      docxTable([
        ['Product', 'Price'],
        ['Desk', '120 EUR'],
        ['Chair', '45 EUR'],
      ]),
    ),
    '',
  ],
  [
    'PPTX',
    'pptx',
    pptxOf([
      {
        shapes: slideTable([
          ['Product', 'Price'],
          ['Desk', '120 EUR'],
          ['Chair', '45 EUR'],
        ]),
      },
    ]),
    'Slide 1',
  ],
])('each row of a table of %s has the headings of its columns', async (_format, format, content, title) => {
  expect(await sections(format, content)).toEqual([table(title, WIDE, TALL)]);
});

function docxTable(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

function slideTable(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  return `<a:tbl><a:tblPr firstRow="1"/>${rows.map((row) => `<a:tr>${row.map(cell).join('')}</a:tr>`).join('')}</a:tbl>`;
}

test('HTML has a section for each heading, without what is no text or hidden', async () => {
  const html = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body>
    <nav>Home</nav><script>alert(1)</script><h1>Returns</h1><p>Thirty&nbsp;days,
    <b>with</b> receipt.</p><p hidden>no</p><div style="display : none">no<p>no</p></div><p aria-hidden="true">no</p>
    <ul><li>One<li>Two</ul><h2>Costs</h2><pre>a  b\n c</pre><!-- no -->After<br>all</body></html>`;
  expect(await sections('html', html)).toEqual([
    { title: 'Returns', text: 'Thirty days, with receipt.\n\n- One\n- Two' },
    { title: 'Returns > Costs', text: 'a b\nc\n\nAfter\nall' },
  ]);
});

test('cells of HTML that reach over rows and columns stand in each, headings in two rows are joined', async () => {
  const html = `<table><caption>Prices</caption><thead><tr><th rowspan=2>Plan<th colspan=2>2026<tr><th>Q1<th>Q2</thead>
    <tr><td rowspan=2>Basic<td>10<td>11<tr><td colspan=2>12</table>`;
  expect(await sections('html', html)).toEqual([
    { title: '', text: 'Prices' },
    table('', 'Plan: Basic | 2026 Q1: 10 | 2026 Q2: 11', 'Plan: Basic | 2026 Q1: 12'),
  ]);
});

test('a table of HTML whose headings stand at the left has them before their values; one that lays out a page is text', async () => {
  expect(
    await sections('html', '<table><tr><th>Weight</th><td>2 kg</td></tr><tr><th>Colour:</th><td>red</td></tr></table>'),
  ).toEqual([table('', 'Weight: 2 kg', 'Colour: red')]);
  expect(
    await sections('html', '<table><tr><td><h1>Shop</h1>Open<table><tr><td>A<td>B</table></td></tr></table>'),
  ).toEqual([{ title: 'Shop', text: 'Open' }, table('Shop', 'A | B')]);
});

test('HTML may declare its encoding', async () => {
  const html = Buffer.from('<meta charset="iso-8859-1"><p>Zw\xf6lf</p>', 'latin1');
  expect(await sections('html', html)).toEqual([{ title: '', text: 'Zwölf' }]);
});

test('CSV may be of Excel in the west, with quotes, empty cells and lines above its headings', async () => {
  const csv = Buffer.from(
    'Preisliste;;\n;;\nArtikel;Preis;Notiz\n"Stuhl; gro\xdf";45,00;\n"Er sagte ""ja""";5,00;neu\n',
    'latin1',
  );
  expect(await sections('csv', csv)).toEqual([
    { title: '', text: 'Preisliste' },
    table('', 'Artikel: Stuhl; groß | Preis: 45,00', 'Artikel: Er sagte "ja" | Preis: 5,00 | Notiz: neu'),
  ]);
});

test('a workbook has shared texts, formats, results of formulas, merged cells and days', async () => {
  const book = xlsxOf({
    strings: '<si><t>Product</t></si><si><r><t>Big </t></r><r><t>desk</t></r><rPh><t>no</t></rPh></si>',
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;EUR&quot;"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs>',
    sheets: {
      Prices: `<cols><col min="6" max="6" hidden="1"/></cols><sheetData>
        <row r="1"><c r="A1" t="str"><v>Our prices</v></c></row>
        <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="str"><v>Price</v></c><c r="C3" t="str"><v>Since</v></c>
          <c r="D3" t="str"><v>Tax</v></c><c r="E3" t="str"><v>In stock</v></c><c r="F3" t="str"><v>Margin</v></c></row>
        <row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><f>2*617.25</f><v>1234.5</v></c><c r="C4" s="2"><v>45993</v></c>
          <c r="D4" s="3"><v>0.19</v></c><c r="E4" t="b"><v>1</v></c><c r="F4"><v>0.3</v></c></row>
        <row r="5"><c r="A5"/><c r="B5"><v>0.30000000000000004</v></c><c r="C5" t="e"><v>#N/A</v></c></row>
        <row r="6" hidden="1"><c r="A6" t="str"><v>secret</v></c></row>
        </sheetData><mergeCells><mergeCell ref="A4:A5"/></mergeCells>`,
      Secret: sheetOf([['secret']]),
    },
    hidden: ['Secret'],
  });
  const read = await readFormat('xlsx', book);
  expect(read.sections).toEqual([
    { title: 'Prices', text: 'Our prices' },
    table(
      'Prices',
      'Product: Big desk | Price: 1,234.50 EUR | Since: 2025-12-02 | Tax: 19% | In stock: TRUE',
      'Product: Big desk | Price: 0.3',
    ),
  ]);
  expect(read.notes).toEqual(['Hidden sheets were left out: 1.']);
});

test('numbers are written by their format at a price at which a sheet can have half a million', async () => {
  const write = () => Array.from({ length: 10_000 }, (_, number) => formatted(number, '#,##0.00 "EUR"', false));
  expect(write().at(-1)).toBe('9,999.00 EUR');
  expect(await cpuTimeOf(write, 150)).toBeLessThan(150);
});

test('a sheet may have several tables below one another', async () => {
  const sheet = `<sheetData>${[
    [1, 'Plan', 'Price'],
    [2, 'Basic', 5],
    [4, 'Country', 'Tax'],
    [5, 'Spain', 21],
  ]
    .map(([row, ...cells]) => `<row r="${row}">${cells.map((each) => `<c t="str"><v>${each}</v></c>`).join('')}</row>`)
    .join('')}</sheetData>`;
  expect(await sections('xlsx', xlsxOf({ sheets: { A: sheet } }))).toEqual([
    table('A', 'Plan: Basic | Price: 5'),
    table('A', 'Country: Spain | Tax: 21'),
  ]);
});

test('a presentation has a section for each slide that is shown, with its notes', async () => {
  const slides: Slide[] = [
    { shapes: shapeOf('Body\nmore') + shapeOf('Plans', 'title') + shapeOf('7', 'sldNum'), notes: 'Say hello.' },
    { shapes: shapeOf('secret'), isHidden: true },
    { shapes: shapeOf('Third') },
  ];
  const read = await readFormat('pptx', pptxOf(slides));
  expect(read.sections).toEqual([
    { title: 'Slide 1: Plans', text: 'Body\nmore\n\nNotes: Say hello.' },
    { title: 'Slide 3', text: 'Third' },
  ]);
  expect(read.notes).toEqual(['Hidden slides were left out: 1.']);
});

test('a Word document has its lists, notes, tables and headers, without what is hidden or deleted', async () => {
  const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body =
    `<w:p><w:pPr><w:pStyle w:val="Own"/></w:pPr>${run('Returns')}</w:p>` +
    `<w:p>${run('Thirty ')}${run('secret', '<w:vanish/>')}${run('days', '<w:vanish w:val="0"/>')}` +
    `<w:del>${run('deleted')}</w:del><w:ins>${run('!')}</w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` +
    `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>${run('One')}</w:p>` +
    `<mc:AlternateContent><mc:Choice><w:p>${run('Box')}</w:p></mc:Choice><mc:Fallback><w:p>${run('Box')}</w:p></mc:Fallback></mc:AlternateContent>` +
    `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>${cell('A')}</w:tc><w:tc>${cell('B')}</w:tc></w:tr>` +
    `<w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${cell('x')}</w:tc><w:tc>${cell('1')}</w:tc></w:tr>` +
    `<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${cell('')}</w:tc><w:tc>${cell('2')}</w:tc></w:tr>` +
    `<w:tr><w:trPr><w:del/></w:trPr><w:tc>${cell('gone')}</w:tc></w:tr></w:tbl>`;
  function cell(text: string): string {
    return `<w:p>${run(text)}</w:p>`;
  }
  const parts = {
    'word/_rels/document.xml.rels':
      '<Relationships><Relationship Id="a" Type="x/footnotes" Target="footnotes.xml"/><Relationship Id="b" Type="x/header" Target="header1.xml"/><Relationship Id="c" Type="x/header" Target="header2.xml"/></Relationships>',
    'word/styles.xml':
      '<w:styles><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Own"><w:name w:val="Ours"/><w:basedOn w:val="H2"/></w:style></w:styles>',
    'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2"><w:p>${run('of the week')}</w:p></w:footnote></w:footnotes>`,
    'word/header1.xml': `<w:hdr><w:p>${run('Company')}</w:p></w:hdr>`,
    'word/header2.xml': `<w:hdr><w:p>${run('Company')}</w:p></w:hdr>`,
  };
  expect(await sections('docx', docxOfBody(body, parts))).toEqual([
    { title: 'Returns', text: 'Thirty days! (of the week)\n- One\n\nBox' },
    table('Returns', 'A: x | B: 1', 'A: x | B: 2'),
    { title: '', text: 'Company' },
  ]);
});

test('a PDF has its running lines once, and words that were divided at the end of a line whole', async () => {
  const pages = ['Delivery takes three working days, re-\nturns thirty.', 'Two', 'Three', 'Four'].map(
    (text, index) => `ACME handbook\n${text}\nPage ${index + 1} of 4`,
  );
  expect(await sections('pdf', pdfOf(pages))).toEqual([
    { title: 'Page 1', text: 'ACME handbook\nDelivery takes three working days, returns thirty.\nPage 1 of 4' },
    { title: 'Page 2', text: 'Two' },
    { title: 'Page 3', text: 'Three' },
    { title: 'Page 4', text: 'Four' },
  ]);
});

test('what goes on over the end of a page of a PDF stands where it begins: a word, a sentence, nothing else', async () => {
  const pages = [
    'The slip is in the order for-\nms. It',
    'stays with the case\nuntil it is closed. Then it is',
    'kept. Prices',
    'Prices are net:',
    'desk, chair',
    'It is the auf-',
    'tragszettel',
    'Well-',
    'Being',
  ];
  expect(await sections('pdf', pdfOf(pages))).toEqual([
    { title: 'Page 1', text: 'The slip is in the order forms. It\nstays with the case\nuntil it is closed.' },
    { title: 'Page 2', text: 'Then it is\nkept.' },
    { title: 'Page 3', text: 'Prices' },
    { title: 'Page 4', text: 'Prices are net:' },
    { title: 'Page 5', text: 'desk, chair' },
    { title: 'Page 6', text: 'It is the auftragszettel' },
    { title: 'Page 8', text: 'Well-' },
    { title: 'Page 9', text: 'Being' },
  ]);
});

test('a PDF with columns below headings has a table, on each page', async () => {
  const page = (rows: readonly string[]) => ['ACME prices', 'Product | Price | Since', ...rows].join('\n');
  const pages = ['A', 'B', 'C'].map((name) =>
    page([
      `Desk ${name} | 120 EUR | 2025`,
      `Wide chair ${name} | 45 EUR | 2024`,
      `Lamp ${name} |  | 2023`,
      'All with tax.',
    ]),
  );
  const tableOf = (page: number, name: string) =>
    table(
      `Page ${page}`,
      `Product: Desk ${name} | Price: 120 EUR | Since: 2025`,
      `Product: Wide chair ${name} | Price: 45 EUR | Since: 2024`,
      `Product: Lamp ${name} | Since: 2023`,
    );
  expect(await sections('pdf', pdfOf(pages, undefined, ' | '))).toEqual([
    { title: 'Page 1', text: 'ACME prices' },
    tableOf(1, 'A'),
    { title: 'Page 1', text: 'All with tax.' },
    tableOf(2, 'B'),
    tableOf(3, 'C'),
  ]);
});

test('a column of a PDF that ends close to the next one, as generators set them by the widest cell, is one of its own', async () => {
  const rows = [
    ['Part', 'Price'],
    ['Filter', '12.50 EUR'],
    ['Cartridge', '31.00 EUR'],
  ];
  // The widest cell has 41 points, and twice 6 are left free.
  const drawn = rows.map(([part, price]) => `(${part}) Tj 53 0 Td (${price}) Tj -53 -18 Td`).join(' ');
  const bytes = Buffer.from(`BT /F1 10 Tf 72 700 Td ${drawn} ET`);
  expect(await sections('pdf', pdfOf([''], { bytes, filter: '[]' }))).toEqual([
    table('Page 1', 'Part: Filter | Price: 12.50 EUR', 'Part: Cartridge | Price: 31.00 EUR'),
  ]);
});

test('a page of a PDF has paragraphs where its lines stand apart, and a section for each heading', async () => {
  const lines: readonly [size: number, y: number, text: string][] = [
    [12, 740, 'All prices hold for'],
    [12, 726, 'a year.'],
    [16, 700, 'Deposits'],
    [12, 680, 'It is 25 percent for'],
    [12, 666, 'modern dress.'],
    [12, 644, 'It is paid back'],
    [12, 630, 'within ninety days.'],
    [16, 606, 'Repairs of'],
    [16, 588, 'seams'],
    [12, 568, 'They are sewn'],
    [12, 554, 'free of charge.'],
    [20, 520, 'Returns'],
    [16, 500, 'Where to'],
    [12, 480, 'To any shop.'],
    [16, 450, 'Thank you'],
  ];
  const drawn = lines.map(([size, y, text]) => `/F1 ${size} Tf 1 0 0 1 72 ${y} Tm (${text}) Tj`).join(' ');
  expect(await sections('pdf', pdfOf([''], { bytes: Buffer.from(`BT ${drawn} ET`), filter: '[]' }))).toEqual([
    { title: 'Page 1', text: 'All prices hold for\na year.' },
    {
      title: 'Page 1: Deposits',
      text: 'It is 25 percent for\nmodern dress.\n\nIt is paid back\nwithin ninety days.',
    },
    { title: 'Page 1: Repairs of seams', text: 'They are sewn\nfree of charge.' },
    { title: 'Page 1: Returns', text: 'Returns' },
    { title: 'Page 1: Where to', text: 'To any shop.' },
    { title: 'Page 1: Thank you', text: 'Thank you' },
  ]);
});

test('a PDF that draws its lines upwards is read downwards, and its columns one after the other', async () => {
  const content = (lines: readonly [number, number, string][]) =>
    Buffer.from(`BT /F1 12 Tf ${lines.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ')} ET`);
  const drawn = (lines: readonly [number, number, string][]) => pdfOf([''], { bytes: content(lines), filter: '[]' });
  expect(
    await sections(
      'pdf',
      drawn([
        [72, 600, 'Last'],
        [72, 650, 'Middle'],
        [72, 700, 'First'],
      ]),
    ),
  ).toEqual([{ title: 'Page 1', text: 'First\nMiddle\nLast' }]);
  expect(
    await sections(
      'pdf',
      drawn([
        [72, 700, 'A one'],
        [72, 650, 'A two'],
        [320, 700, 'B one'],
        [320, 650, 'B two'],
      ]),
    ),
  ).toEqual([{ title: 'Page 1', text: 'A one\nA two\nB one\nB two' }]);
});

test('a comment of Markdown is left out, but not in code', async () => {
  expect(await sections('markdown', 'One <!-- no --> two\n\n    <!-- yes -->\n\n<!-- no\nnor this -->')).toEqual([
    { title: '', text: 'One two\n\n<!-- yes -->' },
  ]);
});

const SCANNED = Buffer.from('/Subtype /Image');
const PICTURE = { bytes: Buffer.alloc(0), filter: '[] /Was /Subtype /Image' };

test('a scanned PDF says so, and one that is scanned in part, how far', async () => {
  await expect(readFormat('pdf', pdfOf([''], PICTURE))).rejects.toThrow(/pictures, as of a scan.*no OCR/);
  await expect(readFormat('pdf', pdfOf(['']))).rejects.toThrow('The document has no text.');
  const { notes } = await readFormat('pdf', Buffer.concat([pdfOf(['One', '']), SCANNED]));
  expect(notes[0]).toBe('Pages without text: 1 of 2.');
});

const OLE = Buffer.from('d0cf11e0a1b11ae100', 'hex');

test.each<[string, DocumentFormat, Uint8Array | string, string]>([
  ['a PDF as CSV', 'csv', pdfOf(['x']), 'The document is PDF, not CSV.'],
  ['a workbook as DOCX', 'docx', xlsxOf({ sheets: {} }), 'The document is XLSX, not DOCX.'],
  ['a Word document as PPTX', 'pptx', docxOf(['x']), 'The document is DOCX, not PPTX.'],
  ['another archive as XLSX', 'xlsx', packageOf({ 'a.txt': 'x' }), 'The document is no XLSX.'],
  ['text as XLSX', 'xlsx', 'Hello', 'The document is no XLSX.'],
  [
    'an old workbook',
    'xlsx',
    OLE,
    'The document is protected by a password, or of an older format such as DOC, XLS or PPT.',
  ],
  ['text as HTML', 'html', 'Hello', 'The document is no HTML.'],
  ['bytes as CSV', 'csv', Buffer.from([1, 2, 3, 255]), 'The document is not text in UTF-8.'],
  ['RTF as text', 'text', '{\\rtf1 x}', 'The document is RTF, not TXT.'],
  ['a CSV with a quote that is open', 'csv', 'a,b\n"c,d\n', 'The document has a quoted value that does not end.'],
  [
    'a workbook of hidden sheets',
    'xlsx',
    xlsxOf({ sheets: { A: sheetOf([['x']]) }, hidden: ['A'] }),
    'The document has no text. Hidden sheets were left out: 1.',
  ],
])('%s is refused with a reason', async (_what, format, content, reason) => {
  await expect(readFormat(format, typeof content === 'string' ? Buffer.from(content) : content)).rejects.toThrow(
    reason,
  );
});
