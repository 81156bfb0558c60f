import { passageIn } from '../../content-comments/passage.ts';
import { contentItemParams, ownContentItem } from '../../content-items/schema.ts';
import type { GuardrailHit } from '../../guardrails/types.ts';
import { operation } from '../../kernel/operation.ts';
import { REWRITE_PROMPT, readPassage, rewriteQuestion } from '../question.ts';
import { type RewriteAction, rewriteBody } from '../schema.ts';
import { CONTENT_SUGGESTION, suggestForItem } from '../suggest.ts';

/** A passage of an item with what could stand in its place. */
export interface PassageSuggestion {
  itemId: number;
  version: number;
  action: RewriteAction;
  quote: string;
  start: number;
  suggestion: string;
  hits: GuardrailHit[];
}

/** Suggests another wording for a passage of an item, within the request. The item stays as it is. */
export const rewritePassage = operation({
  name: 'content_suggestions.rewrite',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  capability: () => CONTENT_SUGGESTION,
  input: rewriteBody,
  // Not one transaction: the AI answers between the hold and the charge.
  async run(deps, call, input, item): Promise<PassageSuggestion> {
    const { action } = input;
    const { quote, start } = passageIn(item, input.anchor);
    const { answer, hits } = await suggestForItem(deps, call, item, {
      question: rewriteQuestion(item, { quote, start }, input),
      read: (raw) => readPassage(raw, quote),
      partsOf: (suggestion) => [suggestion],
      details: { action, version: item.version, prompt: REWRITE_PROMPT },
    });
    return { itemId: item.id, version: item.version, action, quote, start, suggestion: answer, hits: hits.flat() };
  },
});
