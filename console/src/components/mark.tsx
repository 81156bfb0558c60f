/** The mark of the product: an M with a set stone, as in favicon.svg. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="8" />
      <path d="M7.5 24V13.5l8.5 7 8.5-7V24" />
      <path d="m16 5.5 3.6 3.6L16 12.7l-3.6-3.6z" />
    </svg>
  );
}
