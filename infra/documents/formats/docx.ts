import { unzipSync, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import mammoth from 'mammoth';
import { DocumentError, MAX_ENTRIES, MAX_INFLATED_BYTES, type Section } from '../port.ts';
import { Outline } from './sections.ts';
import { checkElements } from './xml.ts';

/** Parts of the package that hold text, or say what it is; pictures, fonts and programs are not even unpacked. */
const NEEDED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?(?:document|styles|numbering|footnotes|endnotes)\.xml(?:\.rels)?)$/;

/** A Word document, in sections by its heading styles. */
export async function readDocx(bytes: Uint8Array): Promise<Section[]> {
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(partsOf(bytes), { level: 0 })) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
  );
  return sectionsOf(value);
}

/** What is needed of the package, bounded when it is written out: the unpacker keeps to the size that an entry declares. */
function partsOf(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  let entries = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries += 1;
      if (entries > MAX_ENTRIES) throw new DocumentError('The document has too many files in it.');
      if (!NEEDED.test(name)) return false;
      total += originalSize;
      if (total > MAX_INFLATED_BYTES) throw new DocumentError('The document is too large when it is unpacked.');
      return true;
    },
  });
  if (!parts['word/document.xml']) throw new DocumentError('The document is no Word document (DOCX).');
  checkElements(Object.values(parts));
  return parts;
}

const PARAGRAPHS = new Set(['p', 'ul', 'ol', 'table']);

function sectionsOf(html: string): Section[] {
  const outline = new Outline();
  let heading: { level: number; title: string } | undefined;
  const parser = new Parser({
    onopentagname(name) {
      if (/^h[1-6]$/.test(name)) heading = { level: Number(name[1]), title: '' };
      else if (name === 'li') outline.add('\n- ');
      else if (name === 'br' || name === 'tr') outline.add('\n');
      else if (PARAGRAPHS.has(name)) outline.add('\n\n');
    },
    ontext(text) {
      if (heading) heading.title += text;
      else outline.add(text);
    },
    onclosetag(name) {
      if (heading && /^h[1-6]$/.test(name)) {
        outline.heading(heading.level, heading.title);
        heading = undefined;
      } else if (name === 'td' || name === 'th') outline.add(' ');
    },
  });
  parser.end(html);
  return outline.end();
}
