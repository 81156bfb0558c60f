import type { Route } from '../route.ts';

export function buildDocument(options: { routes: readonly Route[]; publicUrl: string }): Record<string, unknown> {
  return { openapi: '3.1.0', servers: [{ url: options.publicUrl }] };
}
