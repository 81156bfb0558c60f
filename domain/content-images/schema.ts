import { z } from 'zod';
import { MAX_IMAGE_BYTES } from '../../infra/images/port.ts';
import { contentItemParams, ownListedItem } from '../content-items/schema.ts';
import { decodeBase64 } from '../kernel/base64.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { looseLine, onceValid, pageQuery, recordId, resettable, text } from '../kernel/schema.ts';
import { UploadedFile } from '../kernel/uploaded-file.ts';
import { findImage } from './store.ts';
import { type ContentImage, IMAGE_SIZES, MAX_ALT_TEXT } from './table.ts';

/** Longer than any image in base64; the actual limit is in bytes. */
const MAX_CONTENT_LENGTH = 15_000_000;

/** Path of an image. */
export const imageParams = contentItemParams.extend({ image: recordId.describe('Id of an image.') });

export const listImagesQuery = z.object(pageQuery());

export const imageFileQuery = z.object({
  size: z
    .enum(IMAGE_SIZES)
    .default('large')
    .describe('At most 320, 1,024 or 2,560 pixels on the longer side; falls back to the next larger size.'),
});

const altText = looseLine(MAX_ALT_TEXT).describe(
  'Description for people who cannot see it; required before the item is ready or published.',
);

/** Body of a new image: JSON, or the parsed form with a file. */
export const createImageBody = z
  .object({
    alt_text: altText.default(''),
    file_name: text(300).optional().describe('Ignored: the format follows from the content.'),
    content: z
      .union(
        [
          z
            .string('Must be a string.')
            .min(1, 'Must not be empty.')
            .max(MAX_CONTENT_LENGTH, `Must be at most ${MAX_CONTENT_LENGTH} characters.`),
          // Of a large body; the body's size limits it.
          z.instanceof(UploadedFile),
        ],
        'Must be a string.',
      )
      .describe('The image: PNG, JPEG, WebP or AVIF.'),
    encoding: z.literal('base64', 'Must be base64.').describe('Encoding of `content`.'),
  })
  .superRefine(({ content }, context) => {
    const isBase64 = content instanceof UploadedFile ? content.source !== null : decodeBase64(content) !== null;
    if (!isBase64) context.addIssue({ code: 'custom', path: ['content'], message: 'Must be base64.' });
  }, onceValid('content'));

export const updateImageBody = z
  .object({ alt_text: resettable(altText, '') })
  .refine(({ alt_text }) => alt_text !== undefined, { error: 'Must change `alt_text`.', ...onceValid('alt_text') });

/** The bytes of a valid body. Throws PAYLOAD_TOO_LARGE. */
export function uploadedImage({ content }: z.output<typeof createImageBody>): Buffer {
  const bytes = content instanceof UploadedFile ? content.source : decodeBase64(content);
  if (bytes && bytes.length <= MAX_IMAGE_BYTES) return bytes;
  throw new AppError('PAYLOAD_TOO_LARGE', `An image must be at most ${MAX_IMAGE_BYTES} bytes.`);
}

/** The image of the path; 404 where the item has none with the number, 403 for another partner's item. */
export async function ownImage(
  deps: Deps,
  call: Call,
  { id, image: number }: z.output<typeof imageParams>,
): Promise<ContentImage> {
  const item = await ownListedItem(deps, call, { id });
  const image = await requireImage(deps, call, number);
  if (image.content_item_id !== item.id) throw notFound('Image');
  return image;
}

/** An image of the partner, by its number. Throws NOT_FOUND and FORBIDDEN. */
export async function requireImage({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<ContentImage> {
  return ownedBy(call, 'Image', await findImage(db, id), ({ partner_id }) => partner_id);
}
