/** The `method` of a meeting that was read without a language model. */
export const builtInReader = 'built-in reader';

/** What earlier versions stored in its place. */
const earlierReader = 'phrases';

/** How a meeting was read, of what its row says. */
export function readBy(stored: string): string {
  return stored === earlierReader ? builtInReader : stored;
}

/** What to do where the built-in reader reads nothing. */
export const otherReaders =
  'Configure a language model (COORD_LLM_PROVIDER), or have an agent read it with the MCP prompt read_meeting.';

/** How long a transcript may be read, by the relay or a model of this machine: a long one is read in parts (MTG-17). */
export const ingestTimeoutMs = 30 * 60_000;
