import type { AgentEvaluation, AgentEvaluationRun } from '../../../api/generated/client/types.gen.ts';
import { useNames } from '../../../lib/names.ts';

/** What the form of an evaluation has. */
export type EvaluationFields = Pick<AgentEvaluation['attributes'], 'name' | 'prompts'>;
/** A prompt, and what an answer to it must say or must not. */
export type Prompt = EvaluationFields['prompts'][number];
/** An agent of a run. */
export type Subject = AgentEvaluationRun['attributes']['agents'][number];

/** Most prompts of an evaluation that the API takes. */
export const MAX_PROMPTS = 50;
/** Longest prompt, characters. */
export const MAX_MESSAGE = 2_000;
/** Most phrases of a kind. */
export const MAX_PHRASES = 5;
/** How often runs are read while one goes on, milliseconds. */
export const REFRESH_MS = 2_000;
/** Longest phrase, characters. */
export const MAX_PHRASE = 200;

/** Returns the name of an agent; its number while unknown, or where it was deleted. */
export function useAgentName(): (id: number) => string {
  const names = new Map(useNames()?.agents.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `#${id}`;
}
