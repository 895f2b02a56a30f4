const mostMentions = 50;
/** A word with a slash or an ending of a few letters; what stands around it is looked at by itself. */
const word = /[\p{L}\p{N}_@.\-/[\]()]+/gu;
const file = /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]\.[a-z][a-z0-9]{0,7}$/iu;
/** Endings of words that are no files: addresses, abbreviations, numbers of versions, and runtimes. */
const noFile =
  /^(?:www\.|https?:)|^(?:e\.g|i\.e|etc|vs|a\.m|p\.m|node\.js|next\.js|vue\.js|d3\.js|three\.js)$|\.(?:com|org|net|io|dev|app|ai)$/i;

/** The files that a text names, as they stand there: with a path, or by their bare names. Each once. */
export function filesNamedIn(text: string): string[] {
  const found = new Set<string>();
  for (const [raw] of text.matchAll(word)) {
    const name = raw.replace(/^[([]+|[.)\]/]+$/g, '');
    if (file.test(name) && !noFile.test(name)) found.add(name);
    if (found.size >= mostMentions) break;
  }
  return [...found];
}
