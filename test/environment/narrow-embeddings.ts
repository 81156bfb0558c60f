import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { SandboxAi } from '../../sandbox/ai/server.ts';

/** How much all vectors have in common, against their own part of length 1: cosines of unrelated texts are 0.8 then. */
const COMMON_LENGTH = 2;

/** A provider of embeddings whose vectors all lie in a narrow cone, as those of E5 do. */
export interface NarrowEmbeddings {
  /** With the version prefix. */
  url: string;
  /** Bodies of all requests so far, oldest first. */
  asked: { input: string[]; input_type?: string }[];
  /** Keys that were sent, in the same order. */
  keys: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts one whose vectors are those of a sandbox AI, with the same vector added to each. */
export async function startNarrowEmbeddings(sandbox: SandboxAi): Promise<NarrowEmbeddings> {
  const asked: NarrowEmbeddings['asked'] = [];
  const keys: NarrowEmbeddings['keys'] = [];
  const server = createServer(async (incoming, response) => {
    const body = JSON.parse(await new Response(Readable.toWeb(incoming) as ReadableStream).text());
    asked.push(body);
    keys.push(incoming.headers.authorization);
    const answer = await fetch(`${sandbox.url}/v1/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
      body: JSON.stringify({ ...body, encoding_format: 'float' }),
    });
    const { data, ...rest } = (await answer.json()) as { data?: { embedding: number[] }[] };
    const narrow = data?.map(({ embedding, ...item }) => ({ ...item, embedding: narrowed(embedding) }));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...rest, data: narrow }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    keys,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function narrowed(vector: readonly number[]): number[] {
  const common = COMMON_LENGTH / Math.sqrt(vector.length);
  return vector.map((value, index) => value + (index % 2 === 0 ? common : -common));
}
