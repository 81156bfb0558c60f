import { COLOURS, ELEVATION, MOTION, PALETTES, RADIUS, SCHEMES, SPACING, TYPE } from '../console/src/tokens.ts';

/** What each colour is for. */
const USES: Readonly<Record<(typeof COLOURS)[number], string>> = {
  text: 'text, titles',
  muted: 'labels, notes, heads of tables',
  link: 'links, focus, what is chosen',
  surface: 'the view, cards, dialogs',
  chrome: 'header and navigation',
  sunken: 'columns of the board, what lies below cards',
  line: 'hairlines between rows and around cards',
  'line-strong': 'borders of inputs, pictures',
  selected: 'what is chosen',
  accent: 'the stone of the mark: sparingly',
  chart: 'bars and lines',
  'chart-quiet': 'what a bar is compared with',
  neutral: 'status: waiting, ended, off',
  'neutral-soft': 'its tint',
  info: 'status: at work',
  'info-soft': 'its tint',
  success: 'status: good',
  'success-soft': 'its tint',
  warning: 'status: look at it',
  'warning-soft': 'its tint',
  danger: 'status: failed; deleting',
  'danger-soft': 'its tint',
};

/** Contrast of two colours such as #1a1f28, by WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [high, low] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The page docs/design-tokens.md. */
export function tokenPage(): string {
  const colours = COLOURS.map((name) => [
    `\`--mw-${name}\``,
    `\`${SCHEMES.light[name]}\``,
    `\`${SCHEMES.dark[name]}\``,
    USES[name],
  ]);
  const sizes = (values: object) => Object.entries(values).map(([name, value]) => [`\`${name}\``, `\`${value}\``]);
  const headings = Object.entries(TYPE.heading).map(([name, { fontSize, lineHeight }]) => [
    `\`${name}\``,
    `\`${fontSize}\` / \`${lineHeight}\``,
  ]);
  return `# Design tokens

Written by \`node test/write-design-tokens.ts\` from \`console/src/tokens.ts\`, the only place of the console with colours,
sizes and times. \`console/src/shell/theme.ts\` gives them to Mantine and to the page as CSS variables; views use
Mantine's properties (\`gap="sm"\`, \`c="dimmed"\`, \`size="sm"\`) and the components of \`console/src/components\`, and
have no colours of their own. \`test/design-tokens.test.ts\` computes the contrasts and holds the pages of sign-in to the
same colours.

![Colours in both schemes, sizes of type, corners](images/design-tokens.svg)

## Colours

${table(['Variable', 'Light', 'Dark', 'For'], colours)}
## Type

Body text is \`md\`, tables and labels \`sm\`, notes \`xs\`, prose \`lg\` in lines of ${TYPE.measure} at most. Titles have the weight
${TYPE.weight.strong}, labels, buttons and names of records ${TYPE.weight.medium}, all else ${TYPE.weight.regular}. Figures that stand below each other have one width.

${table(['Size', 'Value'], [...sizes(TYPE.size), ...headings])}
## Spacing, corners, elevation, motion

${table(['Spacing', 'Value'], sizes(SPACING))}
${table(['Corner', 'Value'], sizes(RADIUS))}
${table(['Elevation', 'Value'], sizes(ELEVATION))}
${table(['Motion', 'Value'], sizes(MOTION))}
Where people prefer reduced motion, nothing moves.

## Rules

- One filled button a view: what people most often come for. All other buttons are \`variant="default"\`.
- The name of a record leads to it: dark, underlined when it is pointed at. Links within a sentence are underlined.
- A status is a \`StatusBadge\`: tint, icon and word. Colour never stands alone.
- Times in lists are relative (\`<DateTime relative>\`), with the exact one in the tooltip. Numbers stand to the right.
- Content that is read is \`className="prose"\`; tables and the board use the width there is.
`;
}

/** A Markdown table with columns of one width, as the check of the docs wants it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')}\n`;
}

const WIDTH = 860;
const ROW = 30;

/** The picture of the page. */
export function tokenPicture(): string {
  const colours = COLOURS.flatMap((name, index) =>
    (['light', 'dark'] as const).map((scheme, column) => swatch(scheme, name, 20 + column * 270, 56 + index * ROW)),
  );
  const palettes = Object.entries(PALETTES).flatMap(([name, shades], row) => [
    label(570, 66 + row * 66, name),
    ...shades.map(
      (shade, index) => `<rect x="${570 + index * 27}" y="${76 + row * 66}" width="27" height="30" fill="${shade}"/>`,
    ),
  ]);
  const sizes = Object.entries(TYPE.size).map(
    ([name, size], row) =>
      `<text x="570" y="${310 + row * 34}" font-size="${Number.parseFloat(size) * 16}" fill="#1a1f28">${name} ${size}</text>`,
  );
  const corners = Object.values(RADIUS).map(
    (radius, index) =>
      `<rect x="${570 + index * 54}" y="500" width="42" height="42" rx="${Number.parseFloat(radius) * 16}" fill="${SCHEMES.light.selected}" stroke="${SCHEMES.light.link}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${80 + COLOURS.length * ROW}" font-family="system-ui, sans-serif" font-size="13">
<title>Design tokens: colours in both schemes, palettes, sizes of type, corners</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<rect x="280" y="40" width="270" height="${COLOURS.length * ROW + 20}" rx="10" fill="${SCHEMES.dark.surface}"/>
${[label(20, 30, 'Light'), label(290, 30, 'Dark'), label(570, 30, 'Palettes'), label(570, 280, 'Type'), label(570, 486, 'Corners')].join('\n')}
${[...colours, ...palettes, ...sizes, ...corners].join('\n')}
</svg>
`;
}

function label(x: number, y: number, text: string): string {
  return `<text x="${x}" y="${y}" font-weight="600" fill="#1a1f28">${text}</text>`;
}

function swatch(scheme: 'light' | 'dark', name: (typeof COLOURS)[number], x: number, y: number): string {
  const { text, line, [name]: colour } = SCHEMES[scheme];
  return `<rect x="${x}" y="${y - 6}" width="36" height="22" rx="4" fill="${colour}" stroke="${line}"/><text x="${x + 46}" y="${y + 10}" fill="${text}">${name}</text>`;
}
