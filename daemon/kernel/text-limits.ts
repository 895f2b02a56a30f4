/**
 * HOK-2: the largest file that is read, in bytes: for the index, for what a write changed, for the texts that lines count in,
 * and for the radar. Of a larger one nothing is known but its name.
 */
export const maxTextBytes = 2 * 1024 * 1024;

/**
 * HOK-2: the longest text that is parsed, in UTF-16 units. Parsing this much takes some 50 ms, for which every
 * hook waits. A longer file has lines but no symbols, so it is reserved as a whole.
 */
export const maxParsedLength = 320 * 1024;

/**
 * HOK-2: a text from this length on, in UTF-16 units, whose lines have on average more than `maxLineLength` was made by a tool, such
 * as a bundler. Nobody edits it by its symbols, and it has several times as many to parse as other text of its length.
 */
export const leastBundleLength = 64 * 1024;
export const maxLineLength = 400;

/** HOK-2: after so long the compiler is stopped, and the text counts as one that is too long. */
export const maxParseMs = 3_000;

/** After so long a text is parsed whole that was to be parsed where it differs from a known one only. */
export const maxParseAgainMs = 50;

/** HOK-2: so much of a text that is too long to be parsed is searched for what it loads, in UTF-16 units: some 50 ms. */
export const maxSearchedLength = 1024 * 1024;
