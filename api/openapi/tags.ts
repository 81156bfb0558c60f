interface Tag {
  name: string;
  group: string;
  description: string;
}

/** The areas in the order in which people read about them; an area that is not here comes last. */
const TAGS: Tag[] = [
  { name: 'Capabilities', group: 'Content', description: 'What the service can make, with its settings and prices.' },
  { name: 'Executions', group: 'Content', description: 'Runs of a capability: start them, follow them, stop them.' },
  { name: 'Content', group: 'Content', description: 'What executions made, and the board on which it is reviewed.' },
  { name: 'Agents', group: 'Content', description: 'Who carries executions out.' },
  {
    name: 'Marketplace SEO',
    group: 'Marketplace',
    description: 'Scores of listings on the marketplace, with what to improve.',
  },
  {
    name: 'Webhooks',
    group: 'Integration',
    description: 'Endpoints that are told of events, and what became of each delivery.',
  },
  { name: 'MCP', group: 'Integration', description: 'What the MCP server at `/mcp` offers to agents.' },
  { name: 'Credits', group: 'Account', description: 'The balance and what it was spent on.' },
  { name: 'Partners', group: 'Administration', description: 'Partners of this service, for administrators.' },
  {
    name: 'Partner API keys',
    group: 'Administration',
    description: 'Keys of partners: make, rotate, revoke, list; for administrators.',
  },
  { name: 'Users', group: 'Administration', description: 'People of a partner, with their roles; for administrators.' },
  {
    name: 'OAuth clients',
    group: 'Administration',
    description: 'Programs of a partner that fetch access tokens; for administrators.',
  },
  { name: 'Orders', group: 'Administration', description: 'Orders that a billing system reports; for administrators.' },
  {
    name: 'Usage records',
    group: 'Administration',
    description: 'Metered use that upstream systems report; for administrators.',
  },
  { name: 'Audit log', group: 'Administration', description: 'Who did what to which record; for administrators.' },
];

/** The tags that routes use, and their groups, as the document has them. */
export function describeTags(names: readonly string[]) {
  const used = new Set(names);
  const known = TAGS.filter((tag) => used.delete(tag.name));
  const others = [...used].map((name) => ({ name, group: 'More', description: `${name}.` }));
  const tags = [...known, ...others];
  const groups = Map.groupBy(tags, (tag) => tag.group);
  return {
    tags: tags.map(({ name, description }) => ({ name, description })),
    'x-tagGroups': [...groups].map(([name, members]) => ({ name, tags: members.map((tag) => tag.name) })),
  };
}
