/**
 * The tag by which numbers and times are written: the first of the browser's that is of the language, such as `en-GB` or `de-AT`, since a
 * language is not written alike everywhere; else the language itself. What is no tag, such as `en-US@posix`, is left out.
 */
export function resolveLocale(language: string, preferred: readonly string[]): string {
  const ofLanguage = new RegExp(`^${language}(-[a-z0-9]{2,8})*$`, 'i');
  return preferred.find((tag) => ofLanguage.test(tag)) ?? language;
}
