/** By what usage can be shown. */
export const GROUPS = ['key', 'person', 'program', 'capability'] as const;
