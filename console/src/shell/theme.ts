import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Theme of the console. Text on the primary colour has a contrast of at least 4.5 in both schemes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, sans-serif',
  headings: { fontFamily: 'system-ui, sans-serif' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    // Labels are not truncated in narrow tables.
    Badge: { defaultProps: { miw: 'max-content' } },
    // The page's own background, so that inputs stand out.
    Card: { defaultProps: { bg: 'var(--mantine-color-body)' } },
    // Removes the default margin of browsers.
    Fieldset: { defaultProps: { mx: 0 } },
    Paper: { defaultProps: { bg: 'var(--mantine-color-body)' } },
    // Charts are labelled figures with their numbers nearby, so they need no keyboard focus of their own.
    BarChart: {
      defaultProps: {
        tickLine: 'none',
        barChartProps: { accessibilityLayer: false },
        barProps: { isAnimationActive: false },
      },
    },
    LineChart: {
      defaultProps: {
        tickLine: 'none',
        lineChartProps: { accessibilityLayer: false },
        lineProps: { isAnimationActive: false },
      },
    },
  },
});

/** Replaces colours of Mantine whose contrast is below WCAG 2.2 AA. */
export const resolveVariables: CSSVariablesResolver = (used) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': used.colors['gray']?.[7] ?? '',
    '--mantine-color-placeholder': used.colors['gray']?.[7] ?? '',
    '--mantine-color-error': used.colors['red']?.[9] ?? '',
    '--mantine-color-orange-outline': '#c2410c',
  },
  dark: {
    '--mantine-color-dimmed': used.colors['dark']?.[1] ?? '',
    '--mantine-color-error': used.colors['red']?.[4] ?? '',
  },
});
