/** Languages in which people can use the console, ISO 639-1. */
export const LANGUAGES = ['en', 'de', 'es'] as const;
