import type { ImageFile } from '../../domain/content-images/operations/reads.ts';

/** Extensions of image files by media type. */
export const IMAGE_EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const;

/** Type, name and entity tag of an image: a size of one never changes, and whoever keeps it asks whether it may still be read. */
export function imageHeaders({ image: { id, mime, content_picture_id }, size }: ImageFile): Record<string, string> {
  return {
    'Content-Type': mime,
    'Content-Disposition': `inline; filename="content-image-${id}.${IMAGE_EXTENSIONS[mime]}"`,
    'Content-Length': String(size.bytes),
    'Cache-Control': 'private, no-cache',
    ETag: `"${content_picture_id}-${size.name}"`,
  };
}

/** The bytes of an image. Throws NOT_FOUND where it was deleted meanwhile. */
export function imageChunks({ pieces }: ImageFile): AsyncIterable<Uint8Array> {
  return pieces();
}
