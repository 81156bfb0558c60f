import type { Permission } from '../kernel/permissions.ts';

/** What people do in the first minutes, in order. */
export const FIRST_STEPS = ['brand_voice', 'document', 'content', 'webhook'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The permission that a step takes. */
export const STEP_PERMISSIONS: Readonly<Record<FirstStep, Permission>> = {
  brand_voice: 'manage_content',
  document: 'manage_content',
  content: 'manage_content',
  webhook: 'manage_webhooks',
};
