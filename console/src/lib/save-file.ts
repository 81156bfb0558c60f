/** Has the browser save a file that the API has given, under the name that the API gave it. */
export function saveFile({ data, response }: { data: BlobPart; response: Response | undefined }): void {
  const name = /filename="([^"]+)"/.exec(response?.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(new Blob([data]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? '';
  link.click();
  // Later, so that the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
