import { z } from 'zod';
import { pageQuery, recordId, text } from '../kernel/schema.ts';
import { outputOptions } from './body.ts';

/** As long as five texts of 2,000 long words. */
const MAX_RESPONSE = 100_000;

const messageId = recordId.describe('What `generate` answered.');

export const templateParams = z.object({ slug: z.string().max(64).describe('Slug of a template.') });

export const outputBody = z.object({ message_id: messageId, ...outputOptions });

export const saveBody = z.object({
  message_id: messageId,
  response: text(MAX_RESPONSE).describe('The text, as it was written or as you changed it.'),
});

export const favoriteBody = z.object({ openai_id: recordId.describe('Id of a template.') });

export const historyQuery = z.object(pageQuery());
