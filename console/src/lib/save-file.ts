/** Has the browser save what the API answered, under the API's name for it or, where it gave none, under `name`. */
export function saveFile(answer: { data: unknown; response?: Response | undefined }, name = ''): void {
  const given = /filename="([^"]+)"/.exec(answer.response?.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(new Blob([answer.data as BlobPart]));
  const link = document.createElement('a');
  link.href = address;
  link.download = given ?? name;
  link.click();
  // Later, so that the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
