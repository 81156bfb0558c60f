import type { ContentImage } from '../../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { translations } from './translations.ts';
import { referenceOf, useImageFile, useImages } from './use-images.ts';

/** An image of the item, or its words where the item has none of that number. */
export default function ImageOfItem({ item, reference, text }: { item: number; reference: number; text: string }) {
  const t = useTranslations(translations);
  const { data: images } = useImages(item);
  const image = images?.find((each) => referenceOf(each) === reference);
  if (image) return <ShownImage image={image} text={text} />;
  return images ? t.gone(text) : text;
}

function ShownImage({ image, text }: { image: ContentImage; text: string }) {
  const { data } = useImageFile(image, 'medium');
  const { width, height, alt_text } = image.attributes;
  // The place is kept while it loads.
  return <img className="own-image" src={data} width={width} height={height} alt={text || alt_text} />;
}
