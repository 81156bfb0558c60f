import { z } from 'zod';
import { type PassageSuggestion, rewritePassage } from '../../domain/content-suggestions/operations/rewrite-passage.ts';
import { suggestTitles, type TitleSuggestions } from '../../domain/content-suggestions/operations/suggest-titles.ts';
import { REWRITE_ACTIONS } from '../../domain/content-suggestions/schema.ts';
import { area } from '../area.ts';
import { guardrailHit } from '../guardrails/hits.ts';
import { translate } from '../language/translate.ts';
import { OUTBOUND } from '../mcp/tool-options.ts';
import { idSchema, one, resource } from '../resource.ts';
import { route } from '../route.ts';

/** Another wording for a passage; it is not saved. */
export const passageSuggestionResource = resource({
  type: 'content_suggestion',
  id: idSchema.describe('Id of the content item.'),
  attributes: {
    version: z.int().describe('The version of the item that was read.'),
    action: z.enum(REWRITE_ACTIONS).describe('The requested action.'),
    passage: z
      .object({
        quote: z.string().describe('The passage, exactly as in the text.'),
        start: z.int().nonnegative().describe('Where it begins in the text, in UTF-16 code units.'),
      })
      .describe('The passage that the suggestion is for.'),
    suggestion: z.string().describe('Markdown that replaces the passage.'),
    guardrails_triggered: z.array(guardrailHit).describe('What to check before using it.'),
  },
  present: ({ itemId, quote, start, hits }: PassageSuggestion, { language }) => ({
    id: itemId,
    attributes: {
      passage: { quote, start },
      guardrails_triggered: hits.map((hit) => ({ ...hit, message: translate(hit.message, language) })),
    },
  }),
});

/** Other titles for an item; they are not saved. */
export const titleSuggestionsResource = resource({
  type: 'content_titles',
  id: idSchema.describe('Id of the content item.'),
  attributes: {
    version: z.int().describe('The version of the item that was read.'),
    titles: z.array(z.string()).describe('Best first.'),
  },
  present: ({ itemId }: TitleSuggestions) => ({ id: itemId }),
});

const ITEM = '/content-workflow/content-items/{id}';
const TOOL = { rename: { content_item_id: 'id' }, annotations: OUTBOUND } as const;

export const contentSuggestionsArea = area({
  tag: {
    name: 'Content suggestions',
    group: 'Content',
    description:
      'AI suggestions for a passage or a title. Suggestions are not saved: to accept one, PATCH the item. Each successful suggestion costs the credits of `content_suggestion`.',
  },
  routes: [
    route({
      method: 'POST',
      path: `${ITEM}/rewrite`,
      operationId: 'rewriteContentPassage',
      summary: 'Suggest another wording for a passage, without saving it',
      description:
        'Improves, shortens, expands or translates the passage, or changes its tone. Guardrails check the result; blocked suggestions are not charged.',
      extension: true,
      operation: rewritePassage,
      body: one(passageSuggestionResource),
      errors: ['CONFLICT', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'NO_CREDITS', 'SUGGESTION_FAILED'],
      tool: {
        name: 'rewrite_content_passage',
        title: 'Rewrite a passage',
        description:
          'Has the AI improve, shorten, expand, translate or retone a passage of a content item (`anchor.quote`, exactly as in the text) for the credits of content_suggestion. Saves nothing: use edit_content_item.',
        whole: ['suggestion'],
        ...TOOL,
      },
    }),

    route({
      method: 'POST',
      path: `${ITEM}/titles`,
      operationId: 'suggestContentTitles',
      summary: 'Suggest other titles for a content item, without saving them',
      description: 'Titles that a guardrail blocks are omitted.',
      extension: true,
      operation: suggestTitles,
      body: one(titleSuggestionsResource),
      errors: ['CONFLICT', 'DAILY_CREDIT_LIMIT_EXCEEDED', 'NO_CREDITS', 'SUGGESTION_FAILED'],
      tool: {
        name: 'suggest_content_titles',
        title: 'Suggest titles',
        description:
          'Has the AI suggest titles for a content item for the credits of content_suggestion. Saves nothing: use edit_content_item.',
        ...TOOL,
      },
    }),
  ],
});
