import { contentItemParams, ownContentItem, requireVersion } from '../../content-items/schema.ts';
import { operation } from '../../kernel/operation.ts';
import { readTitles, TITLES_PROMPT, titlesQuestion } from '../question.ts';
import { titlesBody } from '../schema.ts';
import { CONTENT_SUGGESTION, isBlock, suggestForItem } from '../suggest.ts';

/** Alternatives of an item's title. */
export interface TitleSuggestions {
  itemId: number;
  version: number;
  titles: string[];
}

/** Suggests alternatives of an item's title, within the request. The item stays as it is. */
export const suggestTitles = operation({
  name: 'content_suggestions.titles',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  capability: () => CONTENT_SUGGESTION,
  input: titlesBody,
  // Not one transaction: the AI answers between the hold and the charge.
  async run(deps, call, { count, version }, item): Promise<TitleSuggestions> {
    requireVersion(item, version);
    const { answer, hits } = await suggestForItem(deps, call, item, {
      question: titlesQuestion(item, count),
      read: (raw) => readTitles(raw, item.title, count),
      partsOf: (titles) => titles,
      details: { action: 'titles', version: item.version, prompt: TITLES_PROMPT },
    });
    const titles = answer.filter((_title, index) => !hits[index]?.some(isBlock));
    return { itemId: item.id, version: item.version, titles };
  },
});
