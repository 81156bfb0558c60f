import type { Tag } from '../route.ts';

/** The tags and their groups for the document, in the order of the routes. */
export function describeTags(named: readonly Tag[]) {
  const tags = [...new Map(named.map((tag) => [tag.name, tag])).values()];
  const groups = Map.groupBy(tags, (tag) => tag.group);
  return {
    tags: tags.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...groups].map(([name, members]) => ({ name, tags: members.map((tag) => tag.name) })),
  };
}
