import { DocumentError, MAX_LEAVES } from '../port.ts';
import { OfficePackage } from './office-package.ts';
import { SlideReader } from './pptx-slide.ts';
import { type FormatText, Outline } from './sections.ts';
import { TableBudget } from './table.ts';
import { attribute, qualifiedAttribute } from './xml.ts';

/** A presentation: a section for each slide, with its notes. Hidden slides are left out. */
export function readPptx(bytes: Uint8Array): FormatText {
  const file = new OfficePackage(bytes, 'pptx');
  const relationships = file.relationshipsOf(file.main);
  const budget = new TableBudget();
  const outline = new Outline();
  let hidden = 0;
  let number = 0;
  for (const reference of slidesOf(file)) {
    number += 1;
    const part = relationships.find(({ id }) => id === reference)?.target;
    const slide = new SlideReader(budget);
    if (!part || !file.parse(part, slide)) continue;
    if (slide.isHidden) {
      hidden += 1;
      continue;
    }
    outline.heading(1, slide.title === '' ? `Slide ${number}` : `Slide ${number}: ${slide.title}`);
    slide.addTo(outline);
    for (const { type, target } of file.relationshipsOf(part)) {
      if (type === 'diagramData') addPart(file, target, budget, outline, '');
      else if (type === 'notesSlide') addPart(file, target, budget, outline, 'Notes: ');
    }
  }
  return { sections: outline.end(), notes: hidden === 0 ? [] : [`Hidden slides were left out: ${hidden}.`] };
}

/** References to the slides, in their order. */
function slidesOf(file: OfficePackage): string[] {
  const slides: string[] = [];
  file.parse(file.main, {
    open(name, attributes) {
      if (name !== 'sldId') return;
      if (slides.length === MAX_LEAVES) throw new DocumentError(`The document has more than ${MAX_LEAVES} slides.`);
      slides.push(qualifiedAttribute(attributes, 'id') ?? attribute(attributes, 'id') ?? '');
    },
    close: () => undefined,
    text: () => undefined,
  });
  return slides;
}

function addPart(file: OfficePackage, part: string, budget: TableBudget, outline: Outline, before: string): void {
  const reader = new SlideReader(budget);
  if (file.parse(part, reader)) reader.addTo(outline, before);
}
