import { contentItemParams, ownListedItem } from '../../content-items/schema.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { imageFileQuery, imageParams, listImagesQuery, ownImage } from '../schema.ts';
import { findImagePiece, PIECE_BYTES, selectImages } from '../store.ts';
import { type ContentImage, type StoredSize, sizeFor } from '../table.ts';

/** Lists the images of an item, oldest first. */
export const listImages = operation({
  name: 'content_images.list',
  permission: 'view_content',
  params: contentItemParams,
  target: ownListedItem,
  input: listImagesQuery,
  run: (deps, _call, query, item) => selectImages(deps.db, item, query),
});

/** Returns one image, without its bytes. */
export const getImage = readOperation({
  name: 'content_images.get',
  permission: 'view_content',
  params: imageParams,
  target: ownImage,
});

/** An image in one size. */
export interface ImageFile {
  image: ContentImage;
  size: StoredSize;
  /** Reads the bytes, piece by piece as they are taken. Throws NOT_FOUND where the image was deleted meanwhile. */
  pieces(): AsyncGenerator<Buffer>;
}

/** Finds an image in a size; its bytes are read later, and only where the client has none of them. */
export const getImageFile = operation({
  name: 'content_images.get_file',
  permission: 'view_content',
  params: imageParams,
  target: ownImage,
  input: imageFileQuery,
  run: async (deps, _call, { size: wanted }, image): Promise<ImageFile> => {
    const size = sizeFor(image, wanted);
    return {
      image,
      size,
      async *pieces() {
        const db = deps.bulkReads(String(image.partner_id));
        for (let from = 0; from < size.bytes; from += PIECE_BYTES) {
          const piece = await findImagePiece(db, { pictureId: image.content_picture_id, size: size.name, from });
          if (!piece) throw notFound('Image');
          yield piece;
        }
      },
    };
  },
});
