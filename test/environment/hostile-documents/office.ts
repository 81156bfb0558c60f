import { docxOfBody, packageOf, pptxOf, shapeOf, type Workbook, xlsxOf } from '../documents.ts';
import { AT_ITS_LIMIT, type HostileDocument } from './document.ts';

const TEXT = '<w:p><w:r><w:t>Hello</w:t></w:r></w:p>';

/** A workbook of one sheet. */
const sheet =
  (xml: string, rest: Omit<Workbook, 'sheets'> = {}) =>
  () =>
    xlsxOf({ sheets: { A: xml }, ...rest });
const CELL = '<c t="str"><v>Hello</v></c>';
const row = (cells: string) => `<sheetData><row r="1">${cells}</row></sheetData>`;
const times = (count: number, part: string | ((index: number) => string)) =>
  typeof part === 'string' ? part.repeat(count) : Array.from({ length: count }, (_, index) => part(index)).join('');

/** Word documents. */
const WORD: HostileDocument[] = [
  {
    name: 'a Word document of 200,000 elements in one another',
    format: 'docx',
    bytes: () => docxOfBody(`${times(200_000, '<w:p>')}${times(200_000, '</w:p>')}`),
    outcome: /too many elements/,
  },
  {
    name: 'a Word document of four million empty runs',
    format: 'docx',
    bytes: () => docxOfBody(`<w:p>${times(4_000_000, '<w:r/>')}</w:p>`),
    outcome: /too many elements/,
  },
  {
    name: 'a Word document of 900,000 paragraphs',
    format: 'docx',
    bytes: () => docxOfBody(times(900_000, '<w:p/>') + TEXT),
    outcome: 'ready',
  },
  {
    name: 'a Word document with a tag of many attributes',
    format: 'docx',
    bytes: () => docxOfBody(`<w:p ${times(100_000, (index) => `a${index}="" `)}/>`),
    outcome: /too many elements/,
  },
  {
    name: 'a Word document whose styles are based on each other',
    format: 'docx',
    bytes: () =>
      docxOfBody(`<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>Hello</w:t></w:r></w:p>${TEXT}`, {
        'word/styles.xml': `<w:styles>${times(100_000, (index) => `<w:style w:styleId="s${index}"><w:basedOn w:val="s${(index + 1) % 100_000}"/></w:style>`)}</w:styles>`,
      }),
    outcome: 'ready',
  },
  {
    name: 'a Word document whose parts refer to each other',
    format: 'docx',
    bytes: () =>
      docxOfBody(TEXT, {
        'word/_rels/document.xml.rels': `<Relationships>${times(50_000, (index) => `<Relationship Id="r${index}" Type="x/header" Target="document.xml"/>`)}</Relationships>`,
      }),
    outcome: 'ready',
  },
  {
    name: 'a Word document with a long note that is referred to 200,000 times',
    format: 'docx',
    bytes: () =>
      docxOfBody(`<w:p><w:r>${times(200_000, '<w:footnoteReference w:id="1"/>')}<w:t>Hello</w:t></w:r></w:p>`, {
        'word/_rels/document.xml.rels':
          '<Relationships><Relationship Id="a" Type="x/footnotes" Target="footnotes.xml"/></Relationships>',
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="1"><w:p><w:t>${'note '.repeat(100_000)}</w:t></w:p></w:footnote></w:footnotes>`,
      }),
    outcome: 'ready',
  },
  {
    name: 'a Word document of tables in one another',
    format: 'docx',
    bytes: () =>
      docxOfBody(`${times(30, '<w:tbl><w:tr><w:tc>')}${times(20_000, TEXT)}${times(30, '</w:tc></w:tr></w:tbl>')}`),
    outcome: 'ready',
  },
  {
    name: 'a Word document with a cell over two billion columns',
    format: 'docx',
    bytes: () =>
      docxOfBody(`<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>${TEXT}</w:tc></w:tr></w:tbl>`),
    outcome: /more than 16384 columns/,
  },
];

/** Workbooks. */
const SHEETS: HostileDocument[] = [
  {
    name: 'a sheet that declares all cells there can be',
    format: 'xlsx',
    bytes: sheet(`<dimension ref="A1:XFD1048576"/>${row(CELL)}`),
    outcome: 'ready',
  },
  {
    name: 'a sheet with its last cell alone',
    format: 'xlsx',
    bytes: sheet('<sheetData><row r="1048576"><c r="XFD1048576" t="str"><v>Hello</v></c></row></sheetData>'),
    outcome: 'ready',
  },
  {
    name: 'a sheet with a column that there is not',
    format: 'xlsx',
    bytes: sheet(row('<c r="ZZZZZZZZ1" t="str"><v>Hello</v></c>')),
    outcome: /more than 16384 columns/,
  },
  {
    name: 'a sheet with a row of 20,000 cells',
    format: 'xlsx',
    bytes: sheet(row(times(20_000, CELL))),
    outcome: /more than 16384 columns/,
  },
  {
    name: 'a sheet of 300,000 rows at its far side',
    format: 'xlsx',
    bytes: sheet(`<sheetData>${times(300_000, '<row><c r="XFD1"><v>1</v></c></row>')}</sheetData>`),
    outcome: 'ready',
  },
  {
    name: 'a sheet of 600,000 cells',
    format: 'xlsx',
    bytes: sheet(`<sheetData>${times(60_000, `<row>${times(10, '<c><v>1</v></c>')}</row>`)}</sheetData>`),
    outcome: /more than 500000 cells/,
  },
  {
    name: 'a sheet of three million cells',
    format: 'xlsx',
    bytes: sheet(row(times(3_000_000, '<c/>'))),
    outcome: /too many elements/,
  },
  {
    name: 'a sheet that unpacks to 70 MiB',
    format: 'xlsx',
    bytes: sheet(' '.repeat(70 * 1_048_576)),
    outcome: /too large when it is unpacked/,
  },
  {
    name: 'a sheet merged as a whole, many times',
    format: 'xlsx',
    bytes: sheet(`${row(CELL)}<mergeCells>${times(200_000, '<mergeCell ref="A1:XFD1048576"/>')}</mergeCells>`),
    outcome: 'ready',
  },
  {
    name: 'a sheet of cells that are merged over all rows below',
    format: 'xlsx',
    bytes: sheet(
      `<sheetData><row r="1">${times(5_000, CELL)}</row>${times(2_000, (index) => `<row r="${index + 2}"><c r="XFD1"><v>1</v></c></row>`)}</sheetData><mergeCells>${times(5_000, (index) => `<mergeCell ref="${columnName(index)}1:${columnName(index)}1048576"/>`)}</mergeCells>`,
    ),
    outcome: /more than (500000 cells|6000000 characters)/,
  },
  {
    name: 'a sheet that hides all columns, many times',
    format: 'xlsx',
    bytes: sheet(`<cols>${times(200_000, '<col min="1" max="16384" hidden="1"/>')}</cols>${row(CELL)}`),
    outcome: /no text/,
  },
  {
    name: 'a sheet whose rows have numbers that are none',
    format: 'xlsx',
    bytes: sheet(
      `<sheetData>${times(1_000, (index) => `<row r="${['-1', '1e99', 'x', ''][index % 4]}">${CELL}</row>`)}</sheetData>`,
    ),
    outcome: 'ready',
  },
  {
    name: 'a sheet of numbers that are none',
    format: 'xlsx',
    bytes: sheet(
      row(times(1_000, (index) => `<c s="${index % 3}"><v>${['1e999', 'NaN', '-1e308', '0x10'][index % 4]}</v></c>`)),
      { styles: '<cellXfs><xf numFmtId="14"/><xf numFmtId="46"/><xf numFmtId="10"/></cellXfs>' },
    ),
    outcome: 'ready',
  },
  {
    name: 'a workbook with formats of brackets and quotes',
    format: 'xlsx',
    bytes: sheet(row(times(50_000, (index) => `<c s="${index % 3}"><v>${index}</v></c>`).slice(0, 400_000)), {
      styles: `<numFmts>${['['.repeat(50_000), '&quot;'.repeat(10_000), `0${','.repeat(60_000)}`].map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="202"/></cellXfs>`,
    }),
    outcome: /too many elements|columns|damaged/,
  },
  {
    name: 'a workbook with one long shared text in 100,000 cells',
    format: 'xlsx',
    bytes: sheet(`<sheetData>${times(100_000, '<row><c t="s"><v>0</v></c></row>')}</sheetData>`, {
      strings: `<si><t>${'a b '.repeat(1_000_000)}</t></si>`,
    }),
    outcome: /more than 6000000 characters/,
  },
  {
    name: 'a workbook of three million shared texts',
    format: 'xlsx',
    bytes: sheet(row(CELL), { strings: times(3_000_000, '<si/>') }),
    outcome: /too many elements/,
  },
  {
    name: 'a workbook whose shared texts are entities',
    format: 'xlsx',
    bytes: sheet(row('<c t="s"><v>0</v></c>'), {
      parts: { 'xl/sharedStrings.xml': '<!DOCTYPE a [<!ENTITY a "ha">]><sst><si><t>&a;</t></si></sst>' },
    }),
    outcome: /damaged/,
  },
  {
    name: 'a workbook of 100,000 sheets',
    format: 'xlsx',
    bytes: sheet(row(CELL), {
      parts: { 'xl/workbook.xml': `<workbook>${times(100_000, '<sheet name="A" r:id="s1"/>')}</workbook>` },
    }),
    outcome: /more than 1000 sheets/,
  },
  {
    name: 'a workbook of 900 sheets that are one',
    format: 'xlsx',
    bytes: sheet(`<sheetData>${times(10_000, `<row>${CELL}</row>`)}</sheetData>`, {
      parts: { 'xl/workbook.xml': `<workbook>${times(900, '<sheet name="A" r:id="s1"/>')}</workbook>` },
    }),
    outcome: 'ready',
  },
  {
    name: 'a workbook that is its own sheet',
    format: 'xlsx',
    bytes: () =>
      packageOf({
        'xl/workbook.xml': '<workbook><sheet name="A" r:id="a"/></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="a" Type="x/worksheet" Target="workbook.xml"/></Relationships>',
      }),
    outcome: /no text/,
  },
  {
    name: 'a sheet of rows in rows',
    format: 'xlsx',
    bytes: sheet(`<sheetData>${times(1_000_000, '<row>')}</sheetData>`),
    outcome: /too many elements/,
  },
];

/** Presentations. */
const SLIDES: HostileDocument[] = [
  {
    name: 'a slide of groups in one another',
    format: 'pptx',
    bytes: () => pptxOf([{ shapes: times(100_000, '<p:grpSp>') }]),
    outcome: /too many elements/,
  },
  {
    name: 'a slide of two million paragraphs',
    format: 'pptx',
    bytes: () => pptxOf([{ shapes: `<p:sp>${times(2_000_000, '<a:p/>')}</p:sp>` }]),
    outcome: /too many elements/,
  },
  {
    name: 'a presentation of 500,000 slides',
    format: 'pptx',
    bytes: () =>
      pptxOf([], {
        'ppt/presentation.xml': `<p:presentation>${times(500_000, '<p:sldId r:id="a"/>')}</p:presentation>`,
      }),
    outcome: /more than 1000 slides/,
  },
  {
    name: 'a presentation of one slide 900 times',
    format: 'pptx',
    bytes: () =>
      pptxOf([{ shapes: shapeOf('Hello') }], {
        'ppt/presentation.xml': `<p:presentation>${times(900, '<p:sldId r:id="s1"/>')}</p:presentation>`,
      }),
    outcome: 'ready',
  },
  {
    name: 'a slide whose table has a cell over two billion columns',
    format: 'pptx',
    bytes: () =>
      pptxOf([
        { shapes: '<a:tbl><a:tr><a:tc gridSpan="2000000000"><a:p><a:t>Hello</a:t></a:p></a:tc></a:tr></a:tbl>' },
      ]),
    outcome: /more than 16384 columns/,
  },
  {
    name: 'a slide whose table has cells over two billion rows',
    format: 'pptx',
    bytes: () =>
      pptxOf([
        {
          shapes: `<a:tbl><a:tr>${times(1_000, '<a:tc rowSpan="2000000000"><a:p><a:t>Hello</a:t></a:p></a:tc>')}</a:tr>${times(100_000, '<a:tr/>')}</a:tbl>`,
        },
      ]),
    outcome: /more than (500000 cells|6000000 characters)/,
  },
  {
    name: 'a slide that is its own notes',
    format: 'pptx',
    bytes: () =>
      pptxOf([{ shapes: shapeOf('Hello') }], {
        'ppt/slides/_rels/slide1.xml.rels':
          '<Relationships><Relationship Id="a" Type="x/notesSlide" Target="slide1.xml"/></Relationships>',
      }),
    outcome: 'ready',
  },
  {
    name: 'a slide with a billion laughs',
    format: 'pptx',
    bytes: () =>
      pptxOf([{ shapes: '' }], {
        'ppt/slides/slide1.xml': '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><p:sld>&b;</p:sld>',
      }),
    outcome: /damaged/,
  },
];

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** Documents of Office that are larger, deeper or wider than they look. */
export const HOSTILE_OFFICE: HostileDocument[] = [...WORD, ...SHEETS, ...SLIDES].map((each) => ({
  ...each,
  // A slow machine may come to the limit of time first.
  outcome: each.outcome === 'ready' ? 'ready' : new RegExp(`${each.outcome.source}|${AT_ITS_LIMIT.source}`),
}));
