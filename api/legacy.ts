import { Counter, type Registry } from 'prom-client';
import { AppError } from '../domain/kernel/errors.ts';
import { API_PREFIX } from './paths.ts';

/** How paths from before versioning are handled: they are served, or answered with 410. */
export type LegacyMode = 'serve' | 'gone';

/** Day from which legacy paths may return 410; docs/versioning.md has the timeline. */
export const LEGACY_SUNSET = '2026-07-01';

/** The headers of all responses under a legacy path; `path` is its successor, as sent. */
export function legacyHeaders(path: string): Record<string, string> {
  const successor = path.replace(/[^!-~]|[<>]/g, encodeURIComponent);
  return {
    Deprecation: 'true',
    Sunset: LEGACY_SUNSET,
    Link: `<${successor}>; rel=successor-version`,
    'X-Deprecation-Notice': `This path is deprecated; use ${successor}. It may answer 410 Gone from ${LEGACY_SUNSET} on.`,
  };
}

/** 410 GONE for a legacy path. */
export function legacyGone(): AppError {
  return new AppError('GONE', `Paths without a version are gone; use the same path under ${API_PREFIX}.`);
}

/** Counts the use of legacy paths by route and partner; null for requests without a valid credential. */
export type LegacyCounter = (route: string, partnerId: number | null) => void;

/** Registers the metric. */
export function createLegacyCounter(registry: Registry): LegacyCounter {
  const counter = new Counter({
    name: 'marketwright_legacy_requests_total',
    help: 'Requests to paths of before the versions, by route and by the partner that still uses them.',
    labelNames: ['route', 'partner'],
    registers: [registry],
  });
  return (route, partnerId) => counter.inc({ route, partner: partnerId ?? 'none' });
}
