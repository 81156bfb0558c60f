import { cutAtWord, oneLine } from '../../kernel/words.ts';
import { getTemplate } from './catalogue.ts';
import type { WriterOrder } from './prompt.ts';

const MAX_TITLE = 200;

/** A title for a text: its own heading, or what it is about. */
export function titleOf(text: string, { post_type, fields }: Pick<WriterOrder, 'post_type' | 'fields'>): string {
  const heading = /^#{1,6} +([^\n]+)/.exec(text)?.[1];
  const { name } = getTemplate(post_type);
  const told = fields.title ?? fields.article_title ?? fields.product_name ?? fields.subject ?? fields.description;
  return cutAtWord(oneLine(heading ?? (told ? `${name}: ${told}` : name), MAX_TITLE * 4), MAX_TITLE);
}
