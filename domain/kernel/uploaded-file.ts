/**
 * A long text or file of a body, decoded bit by bit before the body is validated: as one string it would hold up other
 * requests. Stands in the place of the string.
 */
export class UploadedFile {
  /** Characters of the text as it was sent, UTF-16 units. */
  readonly length: number;
  /** How the text was decoded. */
  readonly encoding: 'utf8' | 'base64';
  /** The bytes; null where the text is not of this encoding. */
  readonly source: Buffer | null;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly sha256: string;

  /** `given`: all of the above. */
  constructor(given: Pick<UploadedFile, 'length' | 'encoding' | 'source' | 'sha256'>) {
    this.length = given.length;
    this.encoding = given.encoding;
    this.source = given.source;
    this.sha256 = given.sha256;
  }
}
