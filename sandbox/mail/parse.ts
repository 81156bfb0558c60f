/** A mail as it is read: its headers by lower-case name, and its two forms. */
export interface ParsedMail {
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
}

/** A mail that was caught. */
export interface CaughtMail extends ParsedMail {
  id: number;
  from: string;
  to: string[];
  received_at: string;
}

/** Reads a mail of RFC 5322 with parts of RFC 2045, as far as programs that send two forms of a text use them. */
export function parseMail(source: Buffer): ParsedMail {
  const { headers, body } = split(source.toString('latin1'));
  const parts = partsOf(headers['content-type'] ?? 'text/plain', headers['content-transfer-encoding'] ?? '', body);
  const form = (type: string) => parts.find((part) => part.type === type)?.content ?? '';
  const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, decodedWords(value)]));
  return { headers: shown, subject: shown['subject'] ?? '', text: form('text/plain'), html: form('text/html') };
}

function split(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const head = end === -1 ? source : source.slice(0, end);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, body: end === -1 ? '' : source.slice(end + 4) };
}

function partsOf(contentType: string, encoding: string, body: string): { type: string; content: string }[] {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!type.startsWith('multipart/') || boundary === undefined) return [{ type, content: decoded(encoding, body) }];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const { headers, body: content } = split(part.replace(/^\r\n/, ''));
      return partsOf(headers['content-type'] ?? 'text/plain', headers['content-transfer-encoding'] ?? '', content);
    });
}

function decoded(encoding: string, body: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = /quoted-printable/i.test(encoding) ? quoted(body.replace(/=\r\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** Words of RFC 2047, such as `=?UTF-8?Q?gr=C3=BCn?=`. */
function decodedWords(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_word, kind: string, text: string) => {
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(quoted(text.replaceAll('_', ' ')), 'latin1');
    return bytes.toString('utf8');
  });
}

function quoted(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
