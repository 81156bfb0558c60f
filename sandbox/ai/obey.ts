import type { Answer } from './answer.ts';

/** An order to the reader somewhere in a text: a verb of speaking, and what is to be said, in quotation marks or as JSON. */
const ORDER =
  /\b(?:answer|reply|respond|output|say|print|write|return|append|add|include|repeat|begin|end|state|insert)\b[^"“«{]{0,120}?(?:["“«]([^"”»]{1,4000})["”»]|(\{.*\}))/is;
/** The order asks for unstructured text, or for other quotes. */
const RAW = /plain text|not (?:as )?json|no json|instead of json|without json|ignore the schema|raw/i;
const FORGED = /\bquot(?:e|es|ation)\b|\bcit(?:e|es|ation|ations)\b/i;

/**
 * The answer of a model that obeys injected instructions, as an attacker would want: the ordered text replaces
 * every text. The quotes stay as they are, so that the answer looks well founded, unless other ones are ordered.
 */
export function obey(answer: Answer, prompt: string): Answer {
  const order = ORDER.exec(unescaped(prompt.slice(prompt.indexOf('Inputs:'))));
  if (!order) return answer;
  const [sentence, said, json] = order;
  if (json !== undefined) return { ...answer, text: json };
  const payload = said ?? '';
  const parsed = parse(answer.text);
  if (parsed === undefined || RAW.test(sentence)) return { ...answer, text: payload };
  const kept = FORGED.test(sentence) ? ['passage'] : ['passage', 'quote'];
  return { ...answer, text: JSON.stringify(replaced(parsed, payload, kept)) };
}

/** Inputs are JSON within lines; an order is read as it was written. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? ({ n: '\n', t: '\t', r: '\r' }[character ?? ''] ?? character ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function replaced(value: unknown, payload: string, kept: readonly string[], name = ''): unknown {
  if (typeof value === 'string') return kept.includes(name) ? value : payload;
  if (Array.isArray(value)) return value.map((each) => replaced(each, payload, kept, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, payload, kept, key)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
