/** The text with the line ends of another: git may turn LF into CRLF at a checkout. */
export function withLineEndsOf(like: string, text: string): string {
  const isTurned = like.includes('\r\n') && !text.includes('\r\n');
  return isTurned ? text.replaceAll('\n', '\r\n') : text;
}
