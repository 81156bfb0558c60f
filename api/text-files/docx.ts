import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Token, Tokens } from 'marked';
import { xmlText } from '../xml-text.ts';
import { imageAt, type TextImage } from './images.ts';
import type { Job } from './job.ts';
import { isSafeAddress } from './safe-address.ts';
import { tokensOf } from './tokens.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const MONOSPACE = 'Courier New';
/** Numberings of ordered lists, one for each number that a list begins with; later ones begin with 1. */
const MAX_STARTS = 100;
/** Levels of lists that a document may have. */
const LIST_LEVELS = 9;
/** Twentieths of a point by which a level is indented. */
const INDENT = 720;

type Block = Paragraph | Table;

/** A Markdown text as a Word document. */
export async function toDocx({ title, body, images }: Omit<Job, 'format'>): Promise<Uint8Array> {
  const writer = new Writer(images);
  const children = writer.blocks(tokensOf(xmlText(body)));
  const document = new Document({
    title: xmlText(title),
    numbering: {
      config: [...writer.starts].map((start) => ({ reference: numberingOf(start), levels: levelsFrom(start) })),
    },
    sections: [{ children }],
  });
  return Packer.toBuffer(document);
}

function numberingOf(start: number): string {
  return `ordered-${start}`;
}

function levelsFrom(start: number) {
  return Array.from({ length: LIST_LEVELS }, (_, level) => ({
    level,
    start,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT / 2 } } },
  }));
}

/** Turns the tokens of a text into paragraphs and tables. */
class Writer {
  readonly #images: readonly TextImage[];
  /** Ordered lists so far: each counts by itself. */
  #ordered = 0;
  /** What they begin with. */
  readonly starts = new Set<number>();

  constructor(images: readonly TextImage[]) {
    this.#images = images;
  }

  blocks(tokens: readonly Token[], options: IParagraphOptions = {}): Block[] {
    return tokens.flatMap((token) => this.#block(token as Tokens.Generic, options));
  }

  #block(token: Tokens.Generic, options: IParagraphOptions): Block[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [paragraph(this.#inline(token.tokens), { ...options, heading: HEADINGS[Number(token['depth']) - 1] })];
      case 'list':
        return this.#list(token as Tokens.List, 0);
      case 'blockquote':
        return this.blocks(token.tokens ?? [], { ...options, indent: { left: INDENT } });
      case 'code':
        return String(token['text'])
          .split('\n')
          .map((line) => paragraph([new TextRun({ text: line, font: MONOSPACE })], options));
      case 'hr':
        return [paragraph([], { border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: 'auto', space: 1 } } })];
      case 'table':
        return [this.#table(token as Tokens.Table)];
      default:
        return [
          paragraph(
            token.tokens ? this.#inline(token.tokens) : [new TextRun(String(token['text'] ?? token.raw))],
            options,
          ),
        ];
    }
  }

  #list({ ordered, start, items }: Tokens.List, level: number): Block[] {
    if (ordered) this.#ordered += 1;
    const bullet: IParagraphOptions = ordered
      ? {
          numbering: {
            reference: numberingOf(this.#startOf(start)),
            level: Math.min(level, LIST_LEVELS - 1),
            instance: this.#ordered,
          },
        }
      : { bullet: { level: Math.min(level, LIST_LEVELS - 1) } };
    return items.flatMap((item) =>
      item.tokens.flatMap((token, index) =>
        token.type === 'list'
          ? this.#list(token as Tokens.List, level + 1)
          : this.blocks([token], index === 0 ? bullet : { indent: { left: INDENT * (level + 1) } }),
      ),
    );
  }

  #startOf(given: number | ''): number {
    const start = this.starts.size < MAX_STARTS || this.starts.has(Number(given)) ? Number(given) : 1;
    this.starts.add(start);
    return start;
  }

  #table({ header, rows }: Tokens.Table): Table {
    const row = (cells: readonly Tokens.TableCell[], bold: boolean) =>
      new TableRow({
        ...(bold && { tableHeader: true }),
        children: cells.map(
          ({ tokens }) => new TableCell({ children: [new Paragraph({ children: this.#inline(tokens, { bold }) })] }),
        ),
      });
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: [row(header, true), ...rows.map((cells) => row(cells, false))],
    });
  }

  #inline(tokens: readonly Token[] = [], style: IRunOptions = {}): ParagraphChild[] {
    return tokens.flatMap((token) => this.#runs(token as Tokens.Generic, style));
  }

  #runs(token: Tokens.Generic, style: IRunOptions): ParagraphChild[] {
    switch (token.type) {
      case 'strong':
        return this.#inline(token.tokens, { ...style, bold: true });
      case 'em':
        return this.#inline(token.tokens, { ...style, italics: true });
      case 'del':
        return this.#inline(token.tokens, { ...style, strike: true });
      case 'codespan':
        return [run(token, { ...style, font: MONOSPACE })];
      case 'br':
        return [new TextRun({ break: 1 })];
      case 'image':
        return [pictureOf(imageAt(this.#images, String(token['href'])), token) ?? run(token, style)];
      case 'link': {
        const link = String(token['href']);
        if (!isSafeAddress(link)) return this.#inline(token.tokens, style);
        return [
          new ExternalHyperlink({ link, children: this.#inline(token.tokens, { ...style, style: 'Hyperlink' }) }),
        ];
      }
      default:
        return token.tokens ? this.#inline(token.tokens, style) : [run(token, style)];
    }
  }
}

function paragraph(children: ParagraphChild[], options: IParagraphOptions): Paragraph {
  return new Paragraph({ ...options, children });
}

function run(token: Tokens.Generic, style: IRunOptions): TextRun {
  return new TextRun({ ...style, text: String(token['text'] ?? token.raw) });
}

/** Largest sides of a picture, pixels: the text of a page of A4. */
const [MOST_WIDTH, MOST_HEIGHT] = [600, 860];

function pictureOf(image: TextImage | undefined, token: Tokens.Generic): ImageRun | undefined {
  if (!image) return undefined;
  const { mime, width, height, bytes, reference } = image;
  const scale = Math.min(1, MOST_WIDTH / width, MOST_HEIGHT / height);
  const description = xmlText(String(token['text'] || image.alt_text));
  return new ImageRun({
    type: mime === 'image/png' ? 'png' : 'jpg',
    data: bytes,
    transformation: { width: Math.ceil(width * scale), height: Math.ceil(height * scale) },
    altText: { name: `image-${reference}`, title: description, description },
  });
}
