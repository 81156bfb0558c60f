/**
 * The first of the browser's locales in the language, such as `en-GB` or `de-AT`, or the language itself. Invalid tags such as `en-
 * US@posix` are skipped.
 */
export function resolveLocale(language: string, preferred: readonly string[]): string {
  const ofLanguage = new RegExp(`^${language}(-[a-z0-9]{2,8})*$`, 'i');
  return preferred.find((tag) => ofLanguage.test(tag)) ?? language;
}
