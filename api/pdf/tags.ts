import type PDFDocument from 'pdfkit';

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

/** Attributes of an element of a document's structure. */
interface TagOptions {
  /** What a picture shows. */
  alt?: string;
  /** What is read in place of the letters on the page. */
  actual?: string;
  /** Corners of a picture: left, top, right, bottom. */
  bbox?: readonly [number, number, number, number];
  placement?: 'Block';
  /** What a heading of a table is about. */
  scope?: 'Column' | 'Row';
}

/** Writes what screen readers read, in the order in which it is added; all else is decoration. */
export interface Tags {
  /** Adds an element whose content `write` draws, or adds by the tags that it is given. */
  element(type: string, fill: (inner: Tags) => void, options?: TagOptions): void;
  /** Draws a piece of this element's content; it stays on one page. */
  content(draw: () => void): void;
}

/** Draws a document with its structure, or without one: then only what is drawn is in the file. */
export function tagDocument(doc: Document, isTagged: boolean, fill: (tags: Tags) => void): void {
  if (!isTagged) {
    fill(UNTAGGED);
    return;
  }
  const root = doc.struct('Document');
  doc.addStructure(root);
  fill(tagsOf(doc, root));
  root.end();
}

const UNTAGGED: Tags = {
  element: (_type, fill) => fill(UNTAGGED),
  content: (draw) => draw(),
};

function tagsOf(doc: Document, parent: Element): Tags {
  return {
    element: (type, fill, options = {}) => {
      const element = doc.struct(type, options as Parameters<Document['struct']>[1]);
      parent.add(element);
      fill(tagsOf(doc, element));
      // Ended at once, so that the file is written as it is drawn.
      element.end();
    },
    content: (draw) => {
      parent.add(draw);
    },
  };
}

/** Draws what is no content: rules, repeated headings, page numbers. */
export function decorate(doc: Document, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Pagination' });
  draw();
  doc.endMarkedContent();
}
