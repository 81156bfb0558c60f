import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';

const ImageOfItem = lazyPart(() => import('./shown-image.tsx'));

/** How the text of an item shows its images. Their code is loaded where a text has one. */
export function showImagesOf(item: number): (href: string, text: string) => ReactNode | undefined {
  return (href, text) => {
    const reference = /^image:(\d{1,15})$/.exec(href)?.[1];
    return reference === undefined ? undefined : (
      <Suspense fallback={text}>
        <ImageOfItem item={item} reference={Number(reference)} text={text} />
      </Suspense>
    );
  };
}
