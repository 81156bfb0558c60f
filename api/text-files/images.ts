import type { StoredType } from '../../infra/images/port.ts';

/** An image that a text shows by `image:` and its reference. */
export interface TextImage {
  reference: number;
  /** What is to be seen, where the text does not say it. */
  alt_text: string;
  mime: StoredType;
  /** Pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The image that an address of a text means; undefined where it means none of these. */
export function imageAt(images: readonly TextImage[], address: string): TextImage | undefined {
  const [, reference] = /^image:(\d{1,15})$/.exec(address) ?? [];
  return images.find((image) => image.reference === Number(reference));
}

/** An image as an address that has it in it. */
export function dataOf({ mime, bytes }: Pick<TextImage, 'mime' | 'bytes'>): string {
  return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
}
