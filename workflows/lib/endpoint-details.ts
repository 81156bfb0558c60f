import type { DrainReport } from '../contracts/webhook-endpoint.ts';

/** Short Markdown for the Web UI: how an endpoint does and what it waits for. */
export function endpointDetails(health: DrainReport, waitMs: number | null): string {
  const next = waitMs === null ? 'nothing is left' : waitMs === 0 ? 'at once' : `in ${Math.ceil(waitMs / 1000)} s`;
  return [
    `**${health.active ? 'active' : 'switched off'}**, backlog ${health.backlog}${health.backlog >= 1000 ? ' or more' : ''}`,
    '',
    `- last answer: ${health.lastResponseCode ?? 'none'}`,
    `- failed attempts in a row: ${health.failures}`,
    `- time-outs in a row: ${health.timeouts}${health.timeouts >= 5 ? ' (only probed)' : ''}`,
    `- next turn: ${next}`,
  ].join('\n');
}
