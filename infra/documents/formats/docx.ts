import { BodyReader } from './docx-body.ts';
import { stylesOf } from './docx-styles.ts';
import { OfficePackage } from './office-package.ts';
import { type FormatText, Outline } from './sections.ts';
import { TableBudget } from './table.ts';
import { attribute } from './xml.ts';

/** A Word document, in sections by its headings; its notes stand where they are referred to, its headers and footers once at the end. */
export function readDocx(bytes: Uint8Array): FormatText {
  const file = new OfficePackage(bytes, 'docx');
  const relationships = file.relationshipsOf(file.main);
  const targetsOf = (type: string) => relationships.filter((each) => each.type === type).map(({ target }) => target);
  const styles = stylesOf(file, targetsOf('styles')[0] ?? 'word/styles.xml');
  const budget = new TableBudget();
  const notes = new Map([
    ...notesOf(file, targetsOf('footnotes')[0], 'footnote'),
    ...notesOf(file, targetsOf('endnotes')[0], 'endnote'),
  ]);
  const outline = new Outline();
  file.parse(file.main, new BodyReader(outline, { styles, notes, budget }));
  const running = new Set<string>();
  for (const part of [...targetsOf('header'), ...targetsOf('footer')]) {
    const own = new Outline();
    file.parse(part, new BodyReader(own, { styles: new Map(), notes: new Map(), budget }));
    for (const { text } of own.end()) running.add(text.trim());
  }
  return { sections: [...outline.end(), ...Array.from(running, (text) => ({ title: '', text }))] };
}

/** The texts of footnotes or endnotes by the element that refers to them and their ids. */
function notesOf(file: OfficePackage, part: string | undefined, kind: string): Map<string, string> {
  const notes = new Map<string, string>();
  let id: string | undefined;
  let text = '';
  let isText = false;
  if (part) {
    file.parse(part, {
      open(name, attributes) {
        if (name === kind) [id, text] = [attribute(attributes, 'id'), ''];
        isText = name === 't';
      },
      close(name) {
        isText = false;
        if (name === 'p') text += ' ';
        else if (name === kind && id !== undefined) notes.set(`${kind}Reference ${id}`, text.trim());
      },
      text(words) {
        if (isText) text += words;
      },
    });
  }
  return notes;
}
