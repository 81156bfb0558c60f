import { readFileSync } from 'node:fs';

/** Who reads a guide: partners use a running service, operators run one. */
export type Audience = 'partners' | 'operators';

/** A guide for people. */
export interface Guide {
  /** Last part of its path. */
  name: string;
  audience: Audience;
  title: string;
  markdown: string;
}

/** The guides at /docs/guides by reader, from first steps on; each is a file of `docs/`, `start` is the README. */
const NAMES: Record<Audience, readonly string[]> = {
  partners: [
    'tutorial',
    'using-the-console',
    'capabilities',
    'templates',
    'triggers',
    'case-studies',
    'ai-writer',
    'content-items',
    'brand-voices',
    'knowledge-bases',
    'guardrails',
    'agents',
    'agent-audit',
    'dry-run',
    'gtm-schedule',
    'seo',
    'seo-rubric',
    'webhooks',
    'mcp',
    'oauth',
    'clients',
    'http',
    'lists',
    'errors',
    'billing',
    'versioning',
  ],
  operators: [
    'start',
    'deploying',
    'kubernetes',
    'operations',
    'scaling',
    'upgrading',
    'telemetry',
    'ai-providers',
    'mail',
    'payments',
    'threat-model',
    'auditors',
  ],
};

/** Reads the guides. */
export function readGuides(): Guide[] {
  return [
    ...NAMES.partners.map((name) => read(name, 'partners')),
    ...NAMES.operators.map((name) => read(name, 'operators')),
  ];
}

function read(name: string, audience: Audience): Guide {
  const file = name === 'start' ? '../../README.md' : `../../docs/${name}.md`;
  const markdown = readFileSync(new URL(file, import.meta.url), 'utf8');
  const title = name === 'start' ? 'Start' : (/^# (.+)$/m.exec(markdown)?.[1] ?? name);
  return { name, audience, title, markdown };
}

/** Path of the guides. */
export const GUIDES_PATH = '/docs/guides';

/** Path of a guide's page. */
export function pathOf(name: string): string {
  return `${GUIDES_PATH}/${name}`;
}

/** The anchor that hosting platforms give a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
