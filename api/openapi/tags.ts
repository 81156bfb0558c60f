import type { Tag } from '../route.ts';

/** The tags and their groups as the document has them, in the order in which routes name them. */
export function describeTags(named: readonly Tag[]) {
  const tags = [...new Map(named.map((tag) => [tag.name, tag])).values()];
  const groups = Map.groupBy(tags, (tag) => tag.group);
  return {
    tags: tags.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...groups].map(([name, members]) => ({ name, tags: members.map((tag) => tag.name) })),
  };
}
