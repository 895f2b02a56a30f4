interface Around {
  /** What stands before and behind each part, as source. */
  readonly before?: string;
  readonly after?: string;
  readonly flags?: string;
}

/** A pattern that matches where any of its parts does; each is the source of a regular expression and stands in a line of its own. */
export function anyOf(
  parts: readonly string[],
  { before = String.raw`\b`, after = String.raw`\b`, flags = 'i' }: Around = {},
): RegExp {
  return new RegExp(`${before}(?:${parts.join('|')})${after}`, flags);
}
