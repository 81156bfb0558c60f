/** What is dragged is a text of the board: the format of its number. */
const FORMAT = 'application/x-marketwright-content-item';

/** Has a drag carry a text of the board. */
export function carry(transfer: DataTransfer, id: number): void {
  transfer.setData(FORMAT, String(id));
  transfer.effectAllowed = 'copy';
}

/** The text that a drag carries; undefined where it carries something else. */
export function carriedText(transfer: DataTransfer): number | undefined {
  const id = transfer.getData(FORMAT);
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
