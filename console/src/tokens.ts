/**
 * The design tokens of the console: the only place with colours, sizes and times. `shell/theme.ts` gives them to Mantine and to the page as
 * CSS variables; `docs/design-tokens.md` shows them. `test/design-tokens.test.ts` computes the contrasts and compares the sign-in pages.
 */

/** Ten shades from light to dark, as Mantine counts them. */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** Cobalt, the colour of the mark: actions, links, and what is selected. */
const brand: Shades = [
  '#eff4fd',
  '#dbe6fa',
  '#b9cef5',
  '#93b3ee',
  '#6d97e5',
  '#4c7cd9',
  '#3765c6',
  '#2a53ab',
  '#21448d',
  '#1b3770',
];

/** Neutral shades of the light scheme: surfaces, lines and texts. */
const gray: Shades = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6eb',
  '#d2d7de',
  '#b3bac5',
  '#8b94a2',
  '#67707e',
  '#4f5866',
  '#333a45',
  '#1a1f28',
];

/** Neutral shades of the dark scheme, from texts to the deepest surface. */
const dark: Shades = [
  '#e7eaf0',
  '#b4bcc9',
  '#8c95a4',
  '#626b7a',
  '#363d49',
  '#2a303a',
  '#20252d',
  '#171b21',
  '#101318',
  '#0b0d11',
];

/** Palettes for Mantine, by name. */
export const PALETTES = { brand, gray, dark } as const;

/** What a status means. The word stands beside it, and an icon: a tone never speaks alone. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** Colours that differ between the schemes; each is the CSS variable `--mw-…`. */
type Scheme = Readonly<Record<(typeof COLOURS)[number], string>>;

/** Names of the colours of a scheme. */
export const COLOURS = [
  'text',
  'muted',
  'link',
  'surface',
  'chrome',
  'sunken',
  'line',
  'line-strong',
  'selected',
  'accent',
  'chart',
  'chart-quiet',
  'neutral',
  'neutral-soft',
  'info',
  'info-soft',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'danger',
  'danger-soft',
] as const;

/** Colours by scheme. Texts have a contrast of at least 4.5 on each surface and on their own soft tone. */
export const SCHEMES: Readonly<Record<'light' | 'dark', Scheme>> = {
  light: {
    text: gray[9],
    muted: gray[7],
    link: brand[7],
    surface: '#ffffff',
    chrome: gray[0],
    sunken: '#f1f3f6',
    line: gray[2],
    'line-strong': gray[5],
    selected: brand[0],
    accent: '#b45309',
    chart: brand[5],
    'chart-quiet': brand[2],
    neutral: gray[7],
    'neutral-soft': gray[1],
    info: brand[7],
    'info-soft': brand[0],
    success: '#17663a',
    'success-soft': '#e6f5ec',
    warning: '#8a4b08',
    'warning-soft': '#fdf1dc',
    danger: '#a82020',
    'danger-soft': '#fdecec',
  },
  dark: {
    text: dark[0],
    muted: dark[1],
    link: brand[3],
    surface: dark[7],
    chrome: dark[8],
    sunken: '#111419',
    line: dark[5],
    'line-strong': dark[3],
    selected: '#1e2a44',
    accent: '#f0b35a',
    chart: brand[4],
    'chart-quiet': brand[8],
    neutral: dark[1],
    'neutral-soft': dark[5],
    info: brand[2],
    'info-soft': '#1c2a47',
    success: '#7fd6a3',
    'success-soft': '#15301f',
    warning: '#f2c078',
    'warning-soft': '#362610',
    danger: '#f7a1a1',
    'danger-soft': '#3b1a1c',
  },
};

/** Sizes of type: body text is `md`, tables and labels `sm`, notes `xs`, prose `lg`. */
export const TYPE = {
  family: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  monospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  size: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeight: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.6', xl: '1.4' },
  heading: {
    h1: { fontSize: '1.625rem', lineHeight: '1.25' },
    h2: { fontSize: '1.375rem', lineHeight: '1.3' },
    h3: { fontSize: '1.125rem', lineHeight: '1.35' },
    h4: { fontSize: '1rem', lineHeight: '1.4' },
    h5: { fontSize: '0.9375rem', lineHeight: '1.4' },
    h6: { fontSize: '0.875rem', lineHeight: '1.4' },
  },
  /** Of headings and what must be found; of labels and buttons; of the rest. */
  weight: { strong: '600', medium: '500', regular: '400' },
  /** Characters of a line of prose, at most. */
  measure: '72ch',
} as const;

/** Distances, in steps of four pixels. */
export const SPACING = { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' } as const;

/** Corners: `sm` of marks and badges, `md` of controls, `lg` of cards. */
export const RADIUS = { xs: '0.1875rem', sm: '0.25rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' } as const;

/** Elevation: `xs` of cards that can be lifted, `md` of menus, `xl` of dialogs. */
export const ELEVATION = {
  xs: '0 1px 2px rgb(16 24 40 / 8%)',
  sm: '0 1px 2px rgb(16 24 40 / 6%), 0 2px 6px rgb(16 24 40 / 8%)',
  md: '0 2px 4px rgb(16 24 40 / 6%), 0 6px 16px rgb(16 24 40 / 12%)',
  lg: '0 4px 8px rgb(16 24 40 / 6%), 0 12px 28px rgb(16 24 40 / 16%)',
  xl: '0 8px 16px rgb(16 24 40 / 8%), 0 24px 48px rgb(16 24 40 / 22%)',
} as const;

/** Times of movement; none where people prefer reduced motion. */
export const MOTION = { fast: '120ms', slow: '200ms', ease: 'cubic-bezier(0.2, 0, 0, 1)' } as const;
