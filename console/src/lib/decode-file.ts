/** Beginnings by which files in UTF-16 are known; spreadsheets store their "Unicode text" so. */
const UTF_16 = [
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
] as const;

/** The text of a file of calendars or tables: UTF-8, UTF-16 with a mark, or else what Windows stores in the west of Europe. */
export function decodedText(bytes: Uint8Array<ArrayBuffer>): string {
  const marked = UTF_16.find(({ mark }) => mark.every((byte, place) => bytes[place] === byte));
  if (marked) return new TextDecoder(marked.name).decode(bytes);
  return utf8Of(bytes) ?? utf8Of(unfolded(bytes)) ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Null where it is none. */
function utf8Of(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Without the line breaks within lines of iCalendar, which some programs put amid the bytes of a character (RFC 5545, section 3.1). */
function unfolded(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lineEnd = bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : bytes[at] === 0x0a ? 1 : 0;
    const isContinued = lineEnd > 0 && (bytes[at + lineEnd] === 0x20 || bytes[at + lineEnd] === 0x09);
    if (isContinued) at += lineEnd;
    else kept[length++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, length);
}
