import { posix } from 'node:path';
import { type ArchiveFormat, DocumentError, MAX_ELEMENTS, MAX_INFLATED_BYTES } from '../port.ts';
import { Archive } from './archive.ts';
import { attribute, countElements, parseXml, type XmlHandler } from './xml.ts';

/** Where the document itself is, unless the package says otherwise. */
const MAIN_PARTS: Readonly<Record<ArchiveFormat, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
};

/** A reference from a part to another. */
interface Relationship {
  id: string;
  /** The last word of its type, such as `slide`. */
  type: string;
  /** Name of the other part. */
  target: string;
}

/** An Office Open XML package: parts of XML that refer to each other. Each part is unpacked and parsed at most once. */
export class OfficePackage {
  readonly #archive: Archive;
  readonly #format: ArchiveFormat;
  readonly #read = new Set<string>();
  #elements = 0;
  /** Name of the part that the document begins with. */
  readonly main: string;

  /** Throws DocumentError when it is no document of the format. */
  constructor(bytes: Uint8Array, format: ArchiveFormat) {
    this.#archive = new Archive(bytes, MAX_INFLATED_BYTES[format]);
    this.#format = format;
    const main = this.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target ?? MAIN_PARTS[format];
    const kind = kindOf(main);
    if (kind !== undefined && kind !== format) {
      throw new DocumentError(`The document is ${kind.toUpperCase()}, not ${format.toUpperCase()}.`);
    }
    if (!this.#archive.has(main)) throw new DocumentError(`The document is no ${format.toUpperCase()}.`);
    this.main = main;
  }

  /** Parses a part; false when there is none, or it was parsed before: a document may refer to a part a million times. */
  parse(name: string, handler: XmlHandler): boolean {
    if (this.#read.has(name)) return false;
    this.#read.add(name);
    const bytes = this.#archive.read(name);
    if (!bytes) return false;
    this.#elements += countElements(bytes, MAX_ELEMENTS[this.#format] - this.#elements);
    parseXml(bytes, handler);
    return true;
  }

  /** What a part refers to within the package; that of the package itself by the empty name. */
  relationshipsOf(part: string): Relationship[] {
    const folder = posix.dirname(part);
    const found: Relationship[] = [];
    this.parse(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
      open(name, attributes) {
        if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
        const { Id: id, Type: type, Target: target } = attributes;
        if (!(id && type && target)) return;
        const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path });
      },
      close: () => undefined,
      text: () => undefined,
    });
    return found;
  }
}

function kindOf(main: string): string | undefined {
  const folder = main.split('/')[0];
  return Object.entries(MAIN_PARTS).find(([, part]) => part.split('/')[0] === folder)?.[0];
}
