/** `npm run interop [mcp|litellm|calendar|stripe|smtp]`: sessions with programs that others wrote; without a name, official MCP clients. */
const SESSIONS: Record<string, () => Promise<unknown>> = {
  mcp: () => import('./mcp/main.ts'),
  litellm: () => import('./litellm/main.ts'),
  calendar: () => import('./calendar/main.ts'),
  stripe: () => import('./stripe/main.ts'),
  smtp: () => import('./smtp/main.ts'),
};

const [name = 'mcp'] = process.argv.slice(2);
const session = SESSIONS[name];
if (!session) throw new Error(`There is no ${name}; there are ${Object.keys(SESSIONS).join(' and ')}.`);
await session();
