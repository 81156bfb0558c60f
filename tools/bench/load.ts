import { runProgram } from './program.ts';

/** One connection's request, sent again and again. */
export interface LoadRequest {
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A load: one connection for each request. Ends after the duration, or after so many requests. */
export interface Load {
  requests: LoadRequest[];
  durationSeconds?: number;
  amount?: number;
  /** The only status that is right; any 2xx when absent. */
  status?: number;
}

/** What the load met. */
export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Runs a load from a separate process; throws when an answer was another one. */
export function load(settings: Load): Promise<LoadResult> {
  return runProgram('load-generator.ts', settings);
}
