import { z } from 'zod';
import { type CreatedImage, createImage } from '../../domain/content-images/operations/create-image.ts';
import { deleteImage } from '../../domain/content-images/operations/delete-image.ts';
import { getImage, getImageFile, listImages } from '../../domain/content-images/operations/reads.ts';
import { updateImage } from '../../domain/content-images/operations/update-image.ts';
import { type ContentImage, IMAGE_SIZES, IMAGE_TYPES } from '../../domain/content-images/table.ts';
import { MAX_IMAGE_BYTES } from '../../infra/images/port.ts';
import { area } from '../area.ts';
import { markdownOf } from '../content-items/markdown-images.ts';
import { API_PREFIX } from '../paths.ts';
import { countSchema, datetimeSchema, idSchema, one, page, presenter, resource } from '../resource.ts';
import { route, stream } from '../route.ts';
import { imageChunks, imageHeaders } from './file.ts';

const pixels = z.int().positive().describe('In pixels.');

/** An image of a content item. */
export const contentImageResource = resource({
  type: 'content_image',
  attributes: {
    content_item_id: idSchema.describe('The item that has the image.'),
    alt_text: z.string().describe('Description for people who cannot see it; empty if missing.'),
    markdown: z.string().describe('Embeds the image in the text of the item.'),
    mime: z.enum(IMAGE_TYPES).describe('Media type of the stored files, regardless of the upload.'),
    width: pixels,
    height: pixels,
    bytes: countSchema.describe('In total for all sizes; an image used by several of your items counts once.'),
    sizes: z
      .array(
        z.object({
          name: z.enum(IMAGE_SIZES).describe('At most 320, 1,024 or 2,560 pixels on the longer side.'),
          width: pixels,
          height: pixels,
          bytes: countSchema.describe('Size of the file.'),
          url: z.string().describe('Path of the file, for callers of the API.'),
        }),
      )
      .describe('Smallest first; `large` always exists, smaller ones only if the image is larger than they are.'),
    created_at: datetimeSchema,
  },
  links: { self: z.string() },
  present: (image: ContentImage) => {
    const self = `${API_PREFIX}/content-workflow/content-items/${image.content_item_id}/images/${image.id}`;
    return {
      attributes: {
        markdown: markdownOf(image),
        sizes: image.sizes.map((size) => ({ ...size, url: `${self}/file?size=${size.name}` })),
      },
      links: { self },
    };
  },
});

const createdImage = presenter(one(contentImageResource).schema, ({ image }: CreatedImage, context) =>
  one(contentImageResource).present(image, context),
);

const PREFIX = '/content-workflow/content-items/{id}/images';

const BY_ITEM = { rename: { content_item_id: 'id' } } as const;
const BY_IMAGE = { rename: { ...BY_ITEM.rename, image_id: 'image' } } as const;

export const contentImagesArea = area({
  tag: {
    name: 'Content images',
    group: 'Content',
    description: 'Images of a content item, embedded in its text as `![words](image:number)`.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listContentImages',
      summary: 'List the images of a content item, oldest first',
      extension: true,
      operation: listImages,
      body: page(contentImageResource),
      tool: {
        name: 'list_content_images',
        title: 'List images',
        description:
          'Lists the images of a content item with their alternative texts; `markdown` embeds one in the text.',
        ...BY_ITEM,
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      operationId: 'createContentImage',
      summary: 'Add an image to a content item: PNG, JPEG, WebP or AVIF of at most 10 MiB and 40 million pixels',
      description:
        'Send JSON, or a form (multipart/form-data) with a `file` and optionally `alt_text`. The image is redrawn as JPEG or PNG in up to three sizes: its orientation is applied; EXIF and other metadata are dropped. Only the first frame of an animated PNG is kept; animated WebP and AVIF are refused. Uploading the same file again returns the existing image.',
      extension: true,
      operation: createImage,
      upload: { maxBytes: MAX_IMAGE_BYTES },
      status: ({ isNew }) => (isNew ? 201 : 200),
      successStatus: 201,
      body: createdImage,
      alternatives: { 200: { description: 'The item already has this image.', body: createdImage.schema } },
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{image}`,
      operationId: 'getContentImage',
      summary: 'One image, without its bytes',
      extension: true,
      operation: getImage,
      body: one(contentImageResource),
      tool: {
        name: 'get_content_image',
        title: "Read an image's metadata",
        description: 'Reads the alternative text and the sizes of an image of a content item.',
        ...BY_IMAGE,
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/{image}/file`,
      operationId: 'getContentImageFile',
      summary: 'The file of an image in one size',
      extension: true,
      operation: getImageFile,
      contentType: IMAGE_TYPES[0],
      furtherTypes: IMAGE_TYPES.slice(1),
      validators: ['ETag'],
      headers: imageHeaders,
      write: imageChunks,
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{image}`,
      operationId: 'updateContentImage',
      summary: 'Change the alternative text of an image',
      extension: true,
      operation: updateImage,
      body: one(contentImageResource),
      tool: {
        name: 'update_content_image',
        title: 'Describe an image',
        description: 'Changes the alternative text of an image, which describes it for people who cannot see it.',
        ...BY_IMAGE,
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{image}`,
      operationId: 'deleteContentImage',
      summary: 'Delete an image of a content item permanently',
      extension: true,
      operation: deleteImage,
      tool: {
        name: 'delete_content_image',
        title: 'Delete an image',
        description: 'Deletes an image of a content item permanently; references to it in the text then show nothing.',
        ...BY_IMAGE,
      },
    }),
  ],
});
