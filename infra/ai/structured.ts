import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { answerSchema } from './answer-schema.ts';
import { plainJson } from './plain-text.ts';
import { AiError, type AiObjectRequest } from './port.ts';
import type { StructuredMode } from './provider.ts';

/** Request parameters for an object, and the text to add to the instructions. */
export interface StructuredForm {
  format: Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'>;
  words: string;
}

/** The parameters of a structured mode. */
export function structuredForm({ schemaName, schema }: AiObjectRequest, mode: StructuredMode): StructuredForm {
  const answer = answerSchema(schema);
  if (mode === 'json_schema') {
    const json_schema = { name: schemaName, ...answer };
    return { format: { response_format: { type: 'json_schema', json_schema } }, words: '' };
  }
  const words = `\n\nAnswer with one JSON object and nothing else. It has to fit this JSON Schema:\n${JSON.stringify(answer.schema)}`;
  return { format: mode === 'json_object' ? { response_format: { type: 'json_object' } } : {}, words };
}

/** The answer is an object that ignores the schema. */
class SchemaIgnored extends AiError {
  constructor() {
    super('malformed', 'The answer of the AI provider does not follow the schema');
  }
}

/**
 * The object in an answer: alone, in a code fence, among sentences, or inside another object. Throws AiError when there is none, or
 * when it lacks properties that an enforced schema requires. The caller validates the rest.
 */
export function readObject(text: string, { schema }: AiObjectRequest, mode: StructuredMode): unknown {
  const value = parse(text) ?? parse(fenced(text)) ?? parse(embedded(text));
  if (value === undefined) throw new AiError('malformed', 'The answer of the AI provider is not JSON');
  const fitting = [value, ...wrapped(value)].find((candidate) => schema.safeParse(candidate).success);
  if (fitting === undefined && mode !== 'words' && lacksProperties(value, answerSchema(schema).schema['required'])) {
    throw new SchemaIgnored();
  }
  return plainJson(fitting ?? value);
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fenced(text: string): string | undefined {
  return /```[\w-]*\s*\n([\s\S]*?)\n?\s*```/.exec(text)?.[1];
}

/** The first object that stands between sentences. */
function embedded(text: string): string | undefined {
  const start = text.indexOf('{');
  let depth = 0;
  let inString = false;
  for (let at = start; at >= 0 && at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}

/** Candidates inside a wrapper: JSON in a string, the only element of a list, the only property of an object. */
function wrapped(value: unknown): unknown[] {
  if (typeof value === 'string') return [parse(value)];
  if (typeof value !== 'object' || value === null) return [];
  const inner: unknown[] = Object.values(value);
  return inner.length === 1 ? inner : [];
}

function lacksProperties(value: unknown, required: unknown): boolean {
  if (!Array.isArray(required)) return false;
  return typeof value !== 'object' || value === null || required.some((name) => !Object.hasOwn(value, name));
}
