/** Two rings side by side: the mark of the product. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <circle cx="11" cy="16" r="4.5" fill="none" stroke="#fff" stroke-width="2.5" />
      <circle cx="21" cy="16" r="4.5" fill="none" stroke="#c7d2fe" stroke-width="2.5" />
    </svg>
  );
}
