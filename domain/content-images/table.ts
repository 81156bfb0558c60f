import {
  bigint,
  bytes,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import type { SizeName, StoredType } from '../../infra/images/port.ts';

/** Longest alternative text, characters. */
export const MAX_ALT_TEXT = 500;

/** Sizes in which an image is stored, smallest first. */
export const IMAGE_SIZES = ['small', 'medium', 'large'] as const satisfies readonly SizeName[];

/** Media types of stored images. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const satisfies readonly StoredType[];

/** A size in which an image is stored. */
export interface StoredSize {
  name: SizeName;
  width: number;
  height: number;
  bytes: number;
}

/** What images show: stored once for each partner, however many items show it. */
export const contentPictureTable = table(
  'content_picture',
  {
    id: identity(),
    partner_id: bigint(),
    /** SHA-256 of the uploaded file, hexadecimal. */
    content_hash: varchar(64),
    mime: oneOf(IMAGE_TYPES, 20),
    /** Of the largest size, pixels. */
    width: integer(),
    height: integer(),
    /** Of all sizes. */
    bytes: integer(),
    /** Smallest first. */
    sizes: json<StoredSize[]>(),
    created_at: timestamp(),
  },
  { because: 'Deleted with the last image that shows it.' },
  { personal: ['text'] },
);
export type ContentPictureRow = Row<typeof contentPictureTable>;

/** The bytes of a size, apart from what lists read. */
export const contentPictureFileTable = table(
  'content_picture_file',
  {
    content_picture_id: bigint().key(),
    size: oneOf(IMAGE_SIZES, 10).key(),
    body: bytes(),
  },
  { with: 'content_picture' },
  { personal: ['text'], of: [{ to: 'content_picture', by: 'content_picture_id' }] },
);

/** An image of a content item. */
export const contentImageTable = table(
  'content_image',
  {
    id: identity(),
    partner_id: bigint(),
    content_item_id: bigint(),
    content_picture_id: bigint(),
    /** What the item's text calls it: its id, or in a copy of an item that of the original's image. */
    reference: bigint(),
    alt_text: varchar(MAX_ALT_TEXT),
    created_at: timestamp(),
  },
  { with: 'content_item' },
  { personal: ['text'] },
);
export type ContentImageRow = Row<typeof contentImageTable>;

/** An image with what it shows. */
export type ContentImage = ContentImageRow & Pick<ContentPictureRow, 'mime' | 'width' | 'height' | 'bytes' | 'sizes'>;

/** The size that is served where another is asked for: the same, or the next larger one. */
export function sizeFor({ sizes }: Pick<ContentPictureRow, 'sizes'>, wanted: SizeName): StoredSize {
  const found = IMAGE_SIZES.slice(IMAGE_SIZES.indexOf(wanted)).flatMap((name) =>
    sizes.filter((size) => size.name === name),
  );
  const [size] = found;
  if (!size) throw new Error('An image has no largest size.');
  return size;
}
