/** Kinds of content the product makes; the external contract names them. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** A piece of content a step has written, not yet saved. `body` is Markdown. */
export interface DraftContent {
  title: string;
  content_type: ContentType;
  body: string;
}
