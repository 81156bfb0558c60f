import type { Answer } from './answer.ts';

/** An instruction in a text: a verb such as "write", and the required output in quotation marks or as JSON. */
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
  const [sentence, payload = '', json] = order;
  if (json !== undefined) return { ...answer, text: json };
  if (RAW.test(sentence)) return { ...answer, text: payload };
  const kept = FORGED.test(sentence) ? ['passage'] : ['passage', 'quote'];
  try {
    const text = JSON.stringify(JSON.parse(answer.text), (name, value) =>
      typeof value === 'string' && !kept.includes(name) ? payload : value,
    );
    return { ...answer, text };
  } catch {
    return { ...answer, text: payload };
  }
}

/** Inputs are JSON within lines; an order is read as it was written. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code: string | undefined, character = '') =>
    code === undefined
      ? ({ n: '\n', t: '\t', r: '\r' }[String(character)] ?? character)
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
