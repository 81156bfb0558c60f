import type pg from 'pg';

/** What the driver calls of a statement that it runs; its types name only the first. */
interface Running extends pg.Submittable {
  handleCopyData(message: { chunk: Buffer }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** Reads what `COPY … TO STDOUT` sends, and keeps nothing of it; returns the number of bytes. */
export function copyOut(client: pg.ClientBase, statement: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const running: Running = {
      submit: (connection) => connection.query(statement),
      handleCopyData: ({ chunk }) => {
        bytes += chunk.byteLength;
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(bytes),
      handleError: reject,
    };
    client.query(running);
  });
}
