/** The folder that the caller works in, absolute. Programs of coord say it to a daemon, and nobody to a relay. */
export const directoryHeader = 'x-coord-directory';

/** Any text as the value of a header. */
export function encodedHeader(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The text of such a value; undefined where there is none. */
export function textOfHeader(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  try {
    return decodeURIComponent(header);
  } catch {
    return undefined;
  }
}
