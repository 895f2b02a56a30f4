/** The `method` of a meeting that was read without a language model. */
export const builtInReader = 'built-in reader';

/** What earlier versions stored in its place. */
const earlierReader = 'phrases';

/** How a meeting was read, of what its row says. */
export function readBy(stored: string): string {
  return stored === earlierReader ? builtInReader : stored;
}
