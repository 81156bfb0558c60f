import { useQuery } from '@tanstack/react-query';
import {
  getContentImageFileQueryKey,
  listContentImagesQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { createContentImage, getContentImageFile, listContentImages } from '../../../api/generated/client/sdk.gen.ts';
import type { ContentImage, GetContentImageFileData } from '../../../api/generated/client/types.gen.ts';
import { useAllRecords } from '../../../lib/all-records.ts';
import { formFile } from '../../../lib/form-file.ts';

type Size = NonNullable<NonNullable<GetContentImageFileData['query']>['size']>;

/** What the browser offers to choose; the API looks at what the file is. */
export const ACCEPTED_TYPES = 'image/png,image/jpeg,image/webp,image/avif';
/** Largest file that the API takes, bytes. */
export const MAX_BYTES = 10 * 1_048_576;

/** The images of an item, oldest first. */
export function useImages(item: number) {
  const path = { id: item };
  return useAllRecords(listContentImagesQueryKey({ path }), (request) => listContentImages({ path, ...request }));
}

/** Adds a file to the images of an item. Whether it is new: the item may have had the same file. */
export async function addImage(item: number, file: File): Promise<boolean> {
  const { response } = await createContentImage({ path: { id: item }, ...formFile(file) });
  return response?.status === 201;
}

/** The number by which texts show an image; a copy of an item has the images of the original under the same numbers. */
export function referenceOf({ attributes }: ContentImage): number {
  return Number(/\(image:(\d+)\)$/.exec(attributes.markdown)?.[1]);
}

/**
 * What an image shows, as a data address: it is read with the person's credential, which an address alone would not have. A size of an
 * image never changes.
 */
export function useImageFile({ id: image, attributes }: ContentImage, size: Size, { enabled = true } = {}) {
  const options = { path: { id: attributes.content_item_id, image }, query: { size } };
  return useQuery({
    enabled,
    queryKey: getContentImageFileQueryKey(options),
    queryFn: async ({ signal }) => {
      const { data } = await getContentImageFile({ ...options, signal, parseAs: 'blob', throwOnError: true });
      return dataAddressOf(data as unknown as Blob);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function dataAddressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
