import { BLOG, EMAIL, TEXT } from './templates/articles.ts';
import { CODE, SOCIAL, VIDEO } from './templates/channels.ts';
import { ADS, PRODUCT, WEB } from './templates/sales.ts';
import type { WriterTemplate } from './types.ts';

/** All templates, ordered by id. */
export const TEMPLATES: readonly WriterTemplate[] = [
  ...BLOG,
  ...TEXT,
  ...PRODUCT,
  ...ADS,
  ...SOCIAL,
  ...VIDEO,
  ...EMAIL,
  ...WEB,
  ...CODE,
].sort((a, b) => a.id - b.id);

const BY_SLUG = new Map(TEMPLATES.map((template) => [template.slug, template]));
const BY_ID = new Map(TEMPLATES.map((template) => [template.id, template]));

/** The template with this slug, or undefined. */
export function findTemplate(slug: string): WriterTemplate | undefined {
  return BY_SLUG.get(slug);
}

/** The template with this id, or undefined. */
export function findTemplateById(id: number): WriterTemplate | undefined {
  return BY_ID.get(id);
}

/** The template of a stored record, whose slug was validated at creation. Throws when it no longer exists. */
export function getTemplate(slug: string): WriterTemplate {
  const template = BY_SLUG.get(slug);
  if (!template) throw new Error(`There is no writer template "${slug}".`);
  return template;
}
