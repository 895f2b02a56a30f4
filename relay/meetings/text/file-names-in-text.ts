const maxNames = 50;
/** A run of characters that a path may contain. */
const word = /[\p{L}\p{N}_@.\-/[\]()]+/gu;
const file = /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]\.[a-z][a-z0-9]{0,7}$/iu;
/** Words that look like files but are not: addresses, abbreviations, runtimes, and versions such as 1.x. */
const noFile =
  /^(?:www\.|https?:)|^(?:e\.g|i\.e|etc|vs|a\.m|p\.m|node\.js|next\.js|vue\.js|d3\.js|three\.js)$|\.(?:com|org|net|io|dev|app|ai)$|^v?\d+(?:\.\d+)*\.x$/i;
/** Files that have no ending. */
const bare =
  /^(?:[\p{L}\p{N}_@.\-[\]()]+\/)*(?:CODEOWNERS|Dockerfile|Makefile|Jenkinsfile|Procfile|Gemfile|Vagrantfile|\.\p{Ll}+(?:rc|ignore))$/u;

/** Whether a word is the name of a file, with or without its path. */
export function isFileName(word: string): boolean {
  return bare.test(word) || (file.test(word) && !noFile.test(word));
}

/** The files that a text names, as written there: with a path, or by the bare name. Each once, at most 50. */
export function fileNamesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [raw] of text.matchAll(word)) {
    const name = raw.replace(/^[([]+|[.)\]/]+$/g, '');
    if (isFileName(name)) found.add(name);
    if (found.size >= maxNames) break;
  }
  return [...found];
}
