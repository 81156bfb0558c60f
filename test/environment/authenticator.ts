import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Options of a request for a passkey, as far as an authenticator needs them. */
interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

/** Options of a request for a signature. */
interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** What a dishonest authenticator, or a page of another site, does differently. */
interface Deviations {
  origin?: string;
  rpId?: string;
  /** Without the person's finger or PIN. */
  isUnverified?: boolean;
  /** Number of uses; one more than before unless given. */
  counter?: number;
  userHandle?: string | null;
  /** Format of the attestation; `packed` is signed by the passkey itself. */
  format?: 'none' | 'packed' | 'certified';
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator with one ES256 key that counts its uses, which makes real attestations and assertions (WebAuthn, level 3). */
export class TestAuthenticator {
  readonly credentialId: Buffer;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  #counter = 0;
  #userHandle = '';

  /** `origin`: of the page that asks; `idBytes`: length of its passkey's id. */
  constructor(origin: string, idBytes = 32) {
    this.#origin = origin;
    this.credentialId = randomBytes(idBytes);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#privateKey = privateKey;
    // COSE_Key: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
    this.#publicKey = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Answers a request for a passkey. */
  create(options: CreationOptions, deviations: Deviations = {}) {
    this.#userHandle = options.user.id;
    const clientData = this.#clientData('webauthn.create', options.challenge, deviations);
    const id = this.credentialId;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 0xff]),
      id,
      this.#publicKey,
    ]);
    const data = this.#data(options.rp.id ?? '', deviations, ATTESTED, credential);
    const { format = 'none' } = deviations;
    const statement = new Map<string, unknown>();
    if (format !== 'none') statement.set('alg', -7).set('sig', this.#sign(data, clientData));
    if (format === 'certified') statement.set('x5c', [randomBytes(64)]);
    const attestation = new Map<string, unknown>([
      ['fmt', format === 'none' ? 'none' : 'packed'],
      ['attStmt', statement],
      ['authData', data],
    ]);
    return this.#answer(clientData, { attestationObject: text(cbor(attestation)), transports: ['internal'] });
  }

  /** Answers a request for a signature. */
  get(options: RequestOptions, deviations: Deviations = {}) {
    this.#counter = deviations.counter ?? this.#counter + 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, deviations);
    const data = this.#data(options.rpId ?? '', deviations, 0, Buffer.alloc(0));
    const { userHandle = this.#userHandle } = deviations;
    return this.#answer(clientData, {
      authenticatorData: text(data),
      signature: text(this.#sign(data, clientData)),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviations): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(rpId: string, deviations: Deviations, flags: number, credential: Buffer): Buffer {
    const verified = deviations.isUnverified ? 0 : USER_VERIFIED;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const rpHash = createHash('sha256')
      .update(deviations.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpHash, Buffer.from([USER_PRESENT | verified | flags]), counter, credential]);
  }

  #sign(data: Buffer, clientData: Buffer): Buffer {
    const hash = createHash('sha256').update(clientData).digest();
    return sign('sha256', Buffer.concat([data, hash]), this.#privateKey);
  }

  #answer<Response extends object>(clientData: Buffer, response: Response) {
    const id = text(this.credentialId);
    const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
    return { ...common, response: { clientDataJSON: text(clientData), ...response } };
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** The few forms of CBOR (RFC 8949) that WebAuthn uses. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  throw new Error('WebAuthn has no such value.');
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 0xff]);
}
