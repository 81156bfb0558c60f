import { readFileSync } from 'node:fs';

/** A guide for people. */
export interface Guide {
  /** Last part of its path. */
  name: string;
  title: string;
  markdown: string;
}

/** The guides at /docs/guides, from first steps on; each is a file of `docs/`, `start` is the README. */
const NAMES = [
  'start',
  'capabilities',
  'agents',
  'knowledge-bases',
  'templates',
  'triggers',
  'brand-voices',
  'agent-audit',
  'case-studies',
  'ai-writer',
  'dry-run',
  'gtm-schedule',
  'seo',
  'seo-rubric',
  'webhooks',
  'mcp',
  'oauth',
  'clients',
  'billing',
  'payments',
  'versioning',
  'ai-providers',
  'operations',
] as const;

/** Reads the guides. */
export function readGuides(): Guide[] {
  return NAMES.map((name) => {
    const file = name === 'start' ? '../../README.md' : `../../docs/${name}.md`;
    const markdown = readFileSync(new URL(file, import.meta.url), 'utf8');
    const title = name === 'start' ? 'Start' : (/^# (.+)$/m.exec(markdown)?.[1] ?? name);
    return { name, title, markdown };
  });
}
