import type { Brief } from './brief/brief.ts';

/** A verb of speaking, and what is to be said, in quotation marks. */
const SAID =
  /\b(answer|reply|respond|output|say|print|write|return|append|add|include|repeat|begin|start|end|state|insert|starting|says)\b([^"“«]{0,120}?)["“«][^"”»]{1,4000}["”»]/gis;

/**
 * The brief as a model reads it that takes no orders from what is said to it: what it was told to say is not what it writes about. Only the
 * `message` of a conversation is read that way; other inputs are material, whose words belong into texts.
 */
export function withoutOrders(brief: Brief): Brief {
  const inputs = brief.inputs.map((input) =>
    input.name === 'message' && typeof input.value === 'string'
      ? { ...input, value: input.value.replace(SAID, '$1$2something') }
      : input,
  );
  return { ...brief, inputs };
}
