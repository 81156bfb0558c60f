/** How long a request is remembered whose outcome nobody knows, milliseconds. */
const REMEMBERED_MS = 15 * 60_000;
/** Requests that are remembered at once; the oldest make way. */
const MAX_REMEMBERED = 50;
const HEADER = 'Idempotency-Key';

/**
 * Places below `/api/v1` whose answers have what is shown once. The answer to a repeat lacks it, so that another secret or link, where the
 * first was lost on the way, helps more.
 */
const SHOWN_ONCE =
  /^\/(app\/(me|users|keys)\b|partners\/webhooks(\/\d+\/rotate-secret)?$|gtm-schedule\/subscription\b)/;
const PREFIX = '/api/v1';

interface Unsettled {
  key: string;
  at: number;
  /** While it is under way. */
  answer?: Promise<Response> | undefined;
  /** Aborted when whoever sent it does not wait any more. */
  signal: AbortSignal;
}

/** Requests without an answer that settles them, by what they ask. */
const unsettled = new Map<string, Unsettled>();

/**
 * Sends a request that makes or starts something, so that whoever sends the same again after an answer was lost gets the first one's answer:
 * both have one Idempotency-Key. Nothing is started, paid or mailed twice. What shows a secret once has no key, and is asked once at a time.
 */
export async function sendOnce(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method !== 'POST') return send(request);
  const question = `${request.url}\n${await askedIn(request.clone())}`;
  const known = unsettled.get(question);
  // Who presses a button several times within a moment asks once.
  if (known?.answer && !known.signal.aborted) return (await known.answer).clone();
  const entry = remember(question, Date.now(), request.signal);
  const isKeyed = isRepeatable(new URL(request.url).pathname.slice(PREFIX.length));
  if (isKeyed) request.headers.set(HEADER, entry.key);
  entry.answer = send(request);
  try {
    const response = await entry.answer;
    if (isKeyed && (await isSettled(response).catch(() => false))) unsettled.delete(question);
    return response.clone();
  } finally {
    entry.answer = undefined;
    if (!isKeyed && unsettled.get(question) === entry) unsettled.delete(question);
  }
}

/** What a request says, by which repeats are known: of a form its fields, since browsers put another boundary between them each time. */
async function askedIn(request: Request): Promise<string> {
  if (!request.headers.get('Content-Type')?.startsWith('multipart/')) return request.text();
  // Files are remembered by their digests; they may be large.
  const fields = [...(await request.formData())].map(async ([name, value]) => {
    const digest = await crypto.subtle.digest('SHA-256', await new Response(value).arrayBuffer());
    return [name, (value as File).name, new Uint8Array(digest)].join();
  });
  return (await Promise.all(fields)).join();
}

/** Whether the answer to a repeat of a POST is worth as much as the first. `path` is that below `/api/v1`. */
export function isRepeatable(path: string): boolean {
  return !SHOWN_ONCE.test(path);
}

function remember(question: string, now: number, signal: AbortSignal): Unsettled {
  const known = unsettled.get(question);
  // The order of the map is that of the last time they were sent.
  unsettled.delete(question);
  const key = known && now - known.at < REMEMBERED_MS ? known.key : crypto.randomUUID();
  const entry: Unsettled = { key, at: now, signal };
  unsettled.set(question, entry);
  const [oldest] = unsettled.keys();
  if (unsettled.size > MAX_REMEMBERED && oldest !== undefined) unsettled.delete(oldest);
  return entry;
}

/**
 * Whether an answer says what came of the request: not that of a gateway, a failure, a limit or the first one that is still at work. It is
 * read whole, since the rest of it may be lost on the way; then it throws, as it does for whoever reads the answer.
 */
async function isSettled(response: Response): Promise<boolean> {
  const { status } = response;
  if (status >= 500 || [401, 408, 429].includes(status)) return false;
  const text = await response.clone().text();
  if (response.headers.get('Content-Type')?.startsWith('application/json')) JSON.parse(text);
  return status !== 409 || !text.includes('"IDEMPOTENCY_IN_PROGRESS"');
}
