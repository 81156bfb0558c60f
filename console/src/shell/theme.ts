import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { COLOURS, ELEVATION, MOTION, PALETTES, RADIUS, SCHEMES, SPACING, TYPE } from '../tokens.ts';

const AUTO = { dir: 'auto' } as const;

const tuple = (shades: readonly string[]) => shades as MantineColorsTuple;

/** Theme of the console, made of the design tokens. Text on the primary colour has a contrast of at least 4.5 in both schemes. */
export const theme = createTheme({
  colors: { brand: tuple(PALETTES.brand), gray: tuple(PALETTES.gray), dark: tuple(PALETTES.dark) },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  black: SCHEMES.light.text,
  fontFamily: TYPE.family,
  fontFamilyMonospace: TYPE.monospace,
  fontSizes: TYPE.size,
  lineHeights: TYPE.lineHeight,
  headings: { fontFamily: TYPE.family, fontWeight: TYPE.weight.strong, sizes: TYPE.heading },
  spacing: SPACING,
  radius: RADIUS,
  shadows: ELEVATION,
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // What people write lies from right to left where its letters do. `dir` of an input goes to the element around it.
    Textarea: { defaultProps: { attributes: { input: AUTO } } },
    TextInput: { defaultProps: { attributes: { input: AUTO } } },
    Select: { defaultProps: { attributes: { input: AUTO, option: AUTO } } },
    MultiSelect: { defaultProps: { attributes: { inputField: AUTO, pill: AUTO, option: AUTO } } },
    Pill: { defaultProps: AUTO },
    TagsInput: { defaultProps: { attributes: { inputField: AUTO, pill: AUTO } } },
    Text: { defaultProps: AUTO },
    // Labels are not truncated in narrow tables.
    Badge: { defaultProps: { miw: 'max-content', tt: 'none', radius: 'sm' } },
    // The page's own background, so that inputs stand out.
    Card: { defaultProps: { bg: 'var(--mantine-color-body)', radius: 'lg' } },
    // Removes the default margin of browsers.
    Fieldset: { defaultProps: { mx: 0 } },
    // A menu has items only: with a placeholder for the focus its role would be wrong.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Paper: { defaultProps: { bg: 'var(--mantine-color-body)', radius: 'lg' } },
  },
});

/** The tokens as CSS variables, and the variables of Mantine that they decide. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mw-measure': TYPE.measure,
    '--mw-weight-strong': TYPE.weight.strong,
    '--mw-weight-medium': TYPE.weight.medium,
    '--mw-weight-regular': TYPE.weight.regular,
    '--mw-motion-fast': MOTION.fast,
    '--mw-motion-slow': MOTION.slow,
    '--mw-ease': MOTION.ease,
  },
  light: {
    ...schemeVariables('light'),
    // Those of Mantine are below WCAG 2.2 AA.
    '--mantine-color-placeholder': PALETTES.gray[6],
    '--mantine-color-default-border': PALETTES.gray[3],
  },
  dark: {
    ...schemeVariables('dark'),
    '--mantine-color-placeholder': PALETTES.dark[2],
    '--mantine-color-default-border': PALETTES.dark[4],
  },
});

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const colours = SCHEMES[scheme];
  return {
    ...Object.fromEntries(COLOURS.map((name) => [`--mw-${name}`, colours[name]])),
    '--mantine-color-text': colours.text,
    '--mantine-color-body': colours.surface,
    '--mantine-color-dimmed': colours.muted,
    '--mantine-color-anchor': colours.link,
    '--mantine-color-error': colours.danger,
    '--mantine-color-orange-outline': colours.warning,
    '--mantine-color-yellow-outline': colours.warning,
    '--mantine-color-red-outline': colours.danger,
    // White on the shades of the scheme is below WCAG 2.2 AA.
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': SCHEMES.light.danger,
  };
}
