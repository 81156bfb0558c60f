/** The areas in the order in which people read about them; an area that is not here comes last. */
export const TAGS: { name: string; description: string }[] = [
  { name: 'Capabilities', description: 'What the service can make, with its settings and prices.' },
  { name: 'Executions', description: 'Runs of a capability: start them, follow them, stop them.' },
  { name: 'Content', description: 'What executions made, and the board on which it is reviewed.' },
  { name: 'Marketplace SEO', description: 'Scores of listings on the marketplace, with what to improve.' },
  { name: 'Webhooks', description: 'Endpoints that are told of events, and what became of each delivery.' },
  { name: 'Agents', description: 'Who carries executions out.' },
  { name: 'MCP', description: 'What the MCP server at `/mcp` offers to agents.' },
  { name: 'Credits', description: 'The balance and what it was spent on.' },
  { name: 'Partners', description: 'Partners of this service, for administrators.' },
  { name: 'Partner API keys', description: 'Keys of partners: make, rotate, revoke, list; for administrators.' },
  { name: 'Users', description: 'People of a partner, with their roles; for administrators.' },
  { name: 'OAuth clients', description: 'Programs of a partner that fetch access tokens; for administrators.' },
  { name: 'Orders', description: 'Orders that a billing system reports; for administrators.' },
  { name: 'Usage records', description: 'Metered use that upstream systems report; for administrators.' },
  { name: 'Audit log', description: 'Who did what to which record; for administrators.' },
];
