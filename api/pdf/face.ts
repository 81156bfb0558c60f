/** How heavy letters are. */
export type Weight = 'regular' | 'bold';

/** A font of a document. */
export interface Face {
  name: string;
  /** Its letters are joined and ordered from right to left. */
  isRightToLeft: boolean;
}

/** A font in one weight. */
export interface LoadedFace extends Face {
  has(codePoint: number): boolean;
  /** A path, or the bytes of a file. */
  file: string | Buffer;
}
