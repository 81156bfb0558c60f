import type { WebhookEndpointSteps } from '../../activities/webhooks.ts';

/** Figures of an endpoint after a drain. */
type DrainReport = NonNullable<Awaited<ReturnType<WebhookEndpointSteps['webhooks']['drainWebhookEndpoint']>>['health']>;

/** Short Markdown for the Web UI while a drain is awake. */
export function drainingDetails(since: Date): string {
  return `**sending** since ${since.toISOString()}; the heartbeat of the pending activity tells how it goes`;
}

/** Short Markdown for the Web UI: the health of an endpoint and what it waits for. */
export function endpointDetails(health: DrainReport, waitMs: number | null, now: Date): string {
  const next =
    waitMs === null ? 'nothing is left' : waitMs === 0 ? 'at once' : new Date(now.getTime() + waitMs).toISOString();
  return [
    `**${health.active ? 'active' : 'switched off'}**, backlog ${health.backlog}${health.backlog >= 1000 ? ' or more' : ''}`,
    '',
    `- last answer: ${health.lastResponseCode ?? 'none'}`,
    `- failed attempts in a row: ${health.failures}`,
    `- time-outs in a row: ${health.timeouts}${health.timeouts >= 5 ? ' (only probed)' : ''}`,
    `- next drain: ${next}`,
  ].join('\n');
}
