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
