import { strToU8, zipSync } from 'fflate';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SLIDE = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document of paragraphs; one that begins with `# ` is a heading. */
export function docxOf(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map((text) =>
      text.startsWith('# ')
        ? `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${text.slice(2)}</w:t></w:r></w:p>`
        : `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`,
    )
    .join('');
  return docxOfBody(body);
}

/** A Word document with this XML as its body, and further parts. */
export function docxOfBody(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  return packageOf({
    '_rels/.rels': relationships({ main: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ...parts,
  });
}

/** Sheets of a workbook: its XML by name; `hidden` ones are not shown. */
export interface Workbook {
  sheets: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  /** XML of the shared strings. */
  strings?: string;
  /** XML of the styles. */
  styles?: string;
  /** Further parts, or others in the place of these. */
  parts?: Readonly<Record<string, string>>;
}

/** A workbook with these sheets. */
export function xlsxOf({ sheets, hidden = [], strings = '', styles = '', parts = {} }: Workbook): Buffer {
  const names = Object.keys(sheets);
  const list = names
    .map((name, index) => {
      const state = hidden.includes(name) ? ' state="hidden"' : '';
      return `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="s${index + 1}"/>`;
    })
    .join('');
  return packageOf({
    '_rels/.rels': relationships({ main: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      strings: ['sharedStrings', 'sharedStrings.xml'],
      styles: ['styles', 'styles.xml'],
      ...Object.fromEntries(names.map((_, index) => [`s${index + 1}`, ['worksheet', `worksheets/${index + 1}.xml`]])),
    }),
    'xl/sharedStrings.xml': `<sst xmlns="${SHEET}">${strings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${SHEET}">${styles}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((xml, index) => [
        `xl/worksheets/${index + 1}.xml`,
        `<worksheet xmlns="${SHEET}">${xml}</worksheet>`,
      ]),
    ),
    ...parts,
  });
}

/** A sheet of rows of texts and numbers, which stand in the cells themselves. */
export function sheetOf(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  return `<sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData>`;
}

/** A slide: the XML of its shapes, and the text of its notes. */
export interface Slide {
  shapes: string;
  notes?: string;
  isHidden?: boolean;
}

/** A presentation with these slides. */
export function pptxOf(slides: readonly Slide[], parts: Readonly<Record<string, string>> = {}): Buffer {
  const all: Record<string, string> = {
    '_rels/.rels': relationships({ main: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${SLIDE}" xmlns:r="${OFFICE}"><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(slides.map((_, index) => [`s${index + 1}`, ['slide', `slides/slide${index + 1}.xml`]])),
    ),
  };
  for (const [index, { shapes, notes, isHidden }] of slides.entries()) {
    const file = `slide${index + 1}.xml`;
    const show = isHidden ? ' show="0"' : '';
    all[`ppt/slides/${file}`] =
      `<p:sld xmlns:p="${SLIDE}" xmlns:a="${DRAWING}"${show}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
    if (notes === undefined) continue;
    all[`ppt/slides/_rels/${file}.rels`] = relationships({ n: ['notesSlide', `../notesSlides/${file}`] });
    all[`ppt/notesSlides/${file}`] =
      `<p:notes xmlns:p="${SLIDE}" xmlns:a="${DRAWING}">${shapeOf('7', 'sldNum')}${shapeOf(notes, 'body')}</p:notes>`;
  }
  return packageOf({ ...all, ...parts });
}

/** A shape with a paragraph for each line, and perhaps a place on the slide such as `title`. */
export function shapeOf(text: string, place?: string): string {
  const placeholder = place === undefined ? '' : `<p:nvPr><p:ph type="${place}"/></p:nvPr>`;
  const paragraphs = text.split('\n').map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`);
  return `<p:sp><p:nvSpPr>${placeholder}</p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;
}

function relationships(targets: Readonly<Record<string, readonly string[]>>): string {
  const list = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** An archive of these parts. */
export function packageOf(parts: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))));
}

/** Between the columns of a table, points. */
const COLUMN_WIDTH = 150;

/**
 * A PDF with a page for each text, whose lines stand below one another; `drawn` is what is drawn instead, and how it is packed. What
 * `separator` divides stands in columns.
 */
export function pdfOf(pages: readonly string[], drawn?: { bytes: Buffer; filter: string }, separator = '\t'): Buffer {
  const objects: (string | Buffer)[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const font = 3;
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids: number[] = [];
  for (const text of pages) {
    const lines = text.split('\n').map((line) => {
      const cells = line.split(separator).map((cell) => `(${cell.replace(/[()\\]/g, '\\$&')}) Tj`);
      return `${cells.join(` ${COLUMN_WIDTH} 0 Td `)} ${(cells.length - 1) * -COLUMN_WIDTH} -14 Td`;
    });
    const content = Buffer.from(`BT /F1 12 Tf 72 720 Td ${lines.join(' ')} ET`, 'latin1');
    const [bytes, filter] = drawn ? [drawn.bytes, ` /Filter ${drawn.filter}`] : [content, ''];
    objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length}${filter} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    );
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
    kids.push(objects.length);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    offsets.push(length());
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const table = length();
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
