/** Most tags that the list is filtered by, as the API has it. */
export const MAX_FILTERED_TAGS = 5;

/** The tags in a parameter of the address, which has commas between them; it may be typed by hand, so what is too much is dropped. */
export function filteredTags(parameter = ''): string[] {
  const names = parameter.split(',').map((name) => name.trim());
  return [...new Set(names)].filter(Boolean).slice(0, MAX_FILTERED_TAGS);
}
