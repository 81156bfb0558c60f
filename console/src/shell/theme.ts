import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Colours and sizes of the console. Text on the primary colour has a contrast of 4.5 at least, in both schemes. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  fontFamily: 'system-ui, sans-serif',
  headings: { fontFamily: 'system-ui, sans-serif' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  // Each chart is a figure with a name and its numbers stand beside it: a focus of its own inside would say nothing more.
  components: {
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

/** Mantine's own grey for lesser text is too faint for WCAG 2.2 AA, and so is its orange on white. */
export const resolveVariables: CSSVariablesResolver = (used) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': used.colors['gray']?.[7] ?? '',
    '--mantine-color-placeholder': used.colors['gray']?.[7] ?? '',
    '--mantine-color-error': used.colors['red']?.[9] ?? '',
    '--mantine-color-orange-outline': '#c2410c',
  },
  dark: { '--mantine-color-dimmed': used.colors['dark']?.[1] ?? '' },
});
