/** Counts what JSON has outside of its texts, as its bytes come. It is exact up to the first fault, where parsing ends, too. */
export class JsonParts {
  /** Fields, lists and objects. */
  parts = 0;
  /** Values after the first of each list or object. */
  values = 0;
  private isInText = false;
  private isEscaped = false;

  count(bytes: Uint8Array): void {
    let at = this.isEscaped ? 1 : 0;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) this.isInText = !this.isInText;
      else if (this.isInText) {
        if (byte === BACKSLASH) at += 1;
      } else if (byte === COMMA) this.values += 1;
      else if (byte === COLON || byte === BRACE || byte === BRACKET) this.parts += 1;
    }
    this.isEscaped = at > bytes.length;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE = 0x7b;
const BRACKET = 0x5b;
