/** Downloads a response as a file, with the name of its Content-Disposition header or `name`. */
export function saveFile(answer: { data: unknown; response?: Response | undefined }, name = ''): void {
  const given = /filename="([^"]+)"/.exec(answer.response?.headers.get('Content-Disposition') ?? '')?.[1];
  const address = URL.createObjectURL(new Blob([answer.data as BlobPart]));
  const link = document.createElement('a');
  link.href = address;
  link.download = given ?? name;
  link.click();
  // The browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
