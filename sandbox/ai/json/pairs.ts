import type { Author } from '../text/author.ts';
import { intentItems, questionItems, searchQuestions, termItems, workflowItems } from '../text/bank/questions.ts';
import { findingItems, type ItemTemplate, ideaItems, outlineItems, planItems } from '../text/bank/work.ts';
import { pointItems } from '../text/layouts/items.ts';

/** Titles and texts for the items of a list, by what the list is called and what was asked for; none for other lists. */
export function pairsFor(name: string, count: number, author: Author): ItemTemplate[] {
  const bank = bankFor(name, author.brief.task);
  return bank ? pointItems(bank.items, count, bank.ordered, author) : [];
}

function bankFor(name: string, task: string): { items: readonly ItemTemplate[]; ordered: boolean } | undefined {
  if (/faq/.test(name)) return { items: questionItems, ordered: true };
  if (/question/.test(name) || (/idea|suggestion/.test(name) && /question/i.test(task))) {
    return { items: searchQuestions, ordered: false };
  }
  if (/idea|suggestion/.test(name) && /template|workflow/i.test(task)) return { items: workflowItems, ordered: false };
  if (/wording/i.test(task)) return undefined;
  if (/idea/.test(name) && /\bterms?\b|keyword/i.test(task)) return { items: termItems, ordered: true };
  if (/idea/.test(name)) return { items: ideaItems, ordered: false };
  if (/finding/.test(name) && /\bintent\b/i.test(task)) return { items: intentItems, ordered: true };
  if (/finding|issue|observation/.test(name)) return { items: findingItems, ordered: false };
  if (/section|outline|chapter|heading/.test(name)) return { items: outlineItems, ordered: true };
  if (/step|phase|milestone|schedule|entries/.test(name)) return { items: planItems, ordered: true };
  return undefined;
}

/** The part of a pair that a property of this name takes. */
export function pairedText(name: string, pair: ItemTemplate | undefined): string | undefined {
  if (/^(title|aspect|question|heading|headline|name|label)$/.test(name)) return pair?.title;
  if (/^(recommendation|fix|action|next_step)$/.test(name)) return pair?.action;
  return /^(detail|details|description|observation|summary|answer|text|intent|finding|rationale)$/.test(name)
    ? pair?.lead
    : undefined;
}
