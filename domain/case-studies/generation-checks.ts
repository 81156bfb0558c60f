import { CLOUD_SERVICES } from './data/cloud-services.ts';

/** Digits with their separators: a year, a per cent or a sum of money alike. */
const FIGURE = /\d+(?:[.,’' ]\d{3}(?!\d))*(?:[.,]\d+)?/g;

/** Figures that stand in a text but not in what was given, each once, in the order of the text; spelling of thousands aside. */
export function inventedFigures(text: string, given: string): string[] {
  const known = new Set(figuresIn(given).map(plain));
  const invented = figuresIn(text).filter((figure) => !known.has(plain(figure)));
  return [...new Set(invented)];
}

function figuresIn(text: string): string[] {
  return text.match(FIGURE) ?? [];
}

/** 1,200 and 1 200 are the same; so are 3.50 and 3.5, 05 and 5. */
function plain(figure: string): string {
  const digits = figure.replace(/[.,’' ](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits).replace(/^0+(?=\d)/, '');
}

const BY_NAME = new Map(
  CLOUD_SERVICES.flatMap((name) => namesOf(name).map((known) => [normalise(known), name] as const)),
);

/** The official name of a cloud service by any of its names (full, short, without the vendor); undefined: there is none such. */
export function officialServiceName(name: string): string | undefined {
  return namesOf(name)
    .map((each) => BY_NAME.get(normalise(each)))
    .find((found) => found !== undefined);
}

/** The name as it stands, without its parenthesis, and what is in it: "Amazon Simple Storage Service (Amazon S3)" is three names. */
function namesOf(name: string): string[] {
  const [, full, short] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(name) ?? [];
  return [name, full, short].filter((each) => each !== undefined && each !== '') as string[];
}

function normalise(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:amazon|aws)\s+/, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
