/** Forms of images that can be uploaded. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/** Media types of what is stored. Every program of offices and mails shows both; few show WebP and AVIF. */
export type StoredType = 'image/jpeg' | 'image/png';

/** Sizes in which an image is stored, smallest first. */
export const SIZE_NAMES = ['small', 'medium', 'large'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/** Longest side of each size, pixels. */
export const LONGEST_SIDE: Readonly<Record<SizeName, number>> = { small: 320, medium: 1_024, large: 2_560 };

/** An image in one size. */
export interface SizedImage {
  name: SizeName;
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** An image as it is stored: drawn anew, so that of the uploaded file nothing is left but its pixels. */
export interface EncodedImage {
  type: StoredType;
  /** `large`, and the smaller ones that are smaller than the next; smallest first. */
  sizes: SizedImage[];
}

/** Draws images anew that strangers made, at a bounded cost. */
export interface ImageEncoder {
  /** Throws ImageError for one that cannot be read, ImagesBusy when no turn comes in time, and the signal's reason. */
  encode(bytes: Uint8Array, turn: { onBehalfOf: string; signal: AbortSignal }): Promise<EncodedImage>;
}

/** Other images are drawn; the same request may have a turn later. */
export class ImagesBusy extends Error {
  constructor() {
    super('Other images are being drawn');
    this.name = 'ImagesBusy';
  }
}

/** Why an image cannot be read: a sentence for the partner. */
export class ImageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageError';
  }
}

/** Largest file, bytes. */
export const MAX_IMAGE_BYTES = 10 * 1_048_576;
/** Most pixels of an image; cameras of phones make 12 or 24 million. */
export const MAX_PIXELS = 40_000_000;
/** Longest side of an image, pixels. */
export const MAX_SIDE = 16_384;
/** Most bytes of a size as PNG; what would be larger loses its transparency. */
export const MAX_PNG_BYTES = 8 * 1_048_576;
