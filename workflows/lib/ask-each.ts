/** Items that are asked about at a time, so that work of many questions leaves AI slots to other work. */
const CONCURRENCY = 4;

/** Asks about each item, some at a time, until one answer says that the work has ended; false then. */
export async function askEach<Item>(items: readonly Item[], ask: (item: Item) => Promise<boolean>): Promise<boolean> {
  const left = [...items];
  let isOpen = true;
  const askRemaining = async () => {
    for (let item = left.shift(); item !== undefined && isOpen; item = left.shift()) {
      const isStillOpen = await ask(item);
      isOpen = isOpen && isStillOpen;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, askRemaining));
  return isOpen;
}
