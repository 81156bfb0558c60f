/** Downloads a response as a file, with the name of its Content-Disposition header or `name`. */
export function saveFile(result: { data: unknown; response?: Response | undefined }, name = ''): void {
  const headerName = /filename="([^"]+)"/.exec(result.response?.headers.get('Content-Disposition') ?? '')?.[1];
  const url = URL.createObjectURL(new Blob([result.data as BlobPart]));
  const link = document.createElement('a');
  link.href = url;
  link.download = headerName ?? name;
  link.click();
  // The browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
