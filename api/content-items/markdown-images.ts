/** An image that a text shows, and what is to be seen on it. */
interface DescribedImage {
  reference: number;
  alt_text: string;
}

/** What shows an image in a text. */
export function markdownOf({ reference, alt_text }: DescribedImage): string {
  return `![${alt_text.replaceAll(/[[\]\\]/g, '\\$&')}](image:${reference})`;
}

/** A text in which images that it shows without words have those of the images. Not parsed, so that every text is always there as it is. */
export function withWords(body: string, images: readonly DescribedImage[]): string {
  const byReference = new Map(images.map((image) => [image.reference, image]));
  return body.replaceAll(/!\[\]\(image:(\d{1,15})\)/g, (written, reference) => {
    const image = byReference.get(Number(reference));
    return image ? markdownOf(image) : written;
  });
}

/** A text that shows its images from files beside it. */
export function withFiles(body: string, paths: ReadonlyMap<number, string>): string {
  return body.replaceAll(/(\]\(|\]: )image:(\d{1,15})\b/g, (written, before, reference) => {
    const path = paths.get(Number(reference));
    return path === undefined ? written : `${before}${path}`;
  });
}
