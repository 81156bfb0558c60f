import { DocumentError, MAX_LEAVES } from '../port.ts';
import { OfficePackage } from './office-package.ts';
import { type FormatText, Outline } from './sections.ts';
import { TableBudget } from './table.ts';
import { readSheet } from './xlsx-sheet.ts';
import { addTables } from './xlsx-tables.ts';
import { formatsOf, sharedTextsOf } from './xlsx-values.ts';
import { attribute, qualifiedAttribute } from './xml.ts';

/** A sheet as the workbook lists it. */
interface Listed {
  name: string;
  reference: string;
  isHidden: boolean;
}

/** A workbook: a section for each sheet, whose rows have the headings of their columns. Hidden sheets, rows and columns are left out. */
export function readXlsx(bytes: Uint8Array): FormatText {
  const file = new OfficePackage(bytes, 'xlsx');
  const { sheets, is1904 } = workbookOf(file);
  const relationships = file.relationshipsOf(file.main);
  const targetOf = (type: string) => relationships.find((each) => each.type === type)?.target;
  const values = {
    texts: sharedTextsOf(file, targetOf('sharedStrings')),
    formats: formatsOf(file, targetOf('styles')),
    is1904,
  };
  const budget = new TableBudget();
  const outline = new Outline();
  let hidden = 0;
  for (const { name, reference, isHidden } of sheets) {
    const part = relationships.find(({ id }) => id === reference)?.target;
    if (!part) continue;
    if (isHidden) {
      hidden += 1;
      continue;
    }
    outline.heading(1, name);
    const rows = readSheet(file, part, values, budget);
    if (rows) addTables(outline, rows, budget);
  }
  return { sections: outline.end(), notes: hidden === 0 ? [] : [`Hidden sheets were left out: ${hidden}.`] };
}

function workbookOf(file: OfficePackage): { sheets: Listed[]; is1904: boolean } {
  const sheets: Listed[] = [];
  let is1904 = false;
  file.parse(file.main, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      if (sheets.length === MAX_LEAVES) throw new DocumentError(`The document has more than ${MAX_LEAVES} sheets.`);
      sheets.push({
        name: attribute(attributes, 'name') ?? '',
        reference: qualifiedAttribute(attributes, 'id') ?? '',
        isHidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { sheets, is1904 };
}
