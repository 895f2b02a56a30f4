/** A module that reads files, or makes paths of them, by its name. */
const fileModule =
  /(?:^|[^a-z])(?:fs|path|pathe|upath|memfs|unionfs|files?|dirs?|director(?:y|ies)|folders?|globs?|globby|tinyglobby|readdirp|walk|klaw|chokidar|cosmiconfig|jiti|disk|fixtures?)(?:[^a-z]|$)|^(?:node:)?(?:url|os|module|vm|process)$/i;
const programModule =
  /^(?:node:)?(?:child_process|worker_threads|cluster|execa|cross-spawn|zx|tinyexec|nano-spawn|shelljs|node-pty|foreground-child|tinyspawn)(?:\/[\w-]+)?$/;
const browserModule =
  /^(?:puppeteer|playwright|@playwright\/|cypress|selenium|webdriver|testcafe|nightwatch)/;
/** What reaches files without being imported, or under a name that says so. */
const access =
  /\b(?:fs|glob|globby|process\.cwd|__dirname|__filename|readFile\w*|readdir\w*|opendir\w*|fileURLToPath|Worker|fixtures?|Deno|Bun)\b|\bimport\.meta\b|\b[pP]ath\.(?:join|resolve|relative|dirname|posix|win32)\b/;
/** Words about addresses as much as about files. */
const ambiguous = /\b(?:path|url|os|tinyglobby|memfs)\b|\bnew URL\b/;
const folders = /\b(?:readdir|opendir|glob(?!al)|walk)|\b(?:klaw|chokidar)\b|[dD]ir\w*List/;
const word = /[\w@$.-]+(?:\/[\w@$.-]+)*/g;
const maxWordLength = 200;

export const isProgramModule = (module: string) => programModule.test(module);
export const isBrowserModule = (module: string) => browserModule.test(module);

/** Finds out from the names and texts of a file whether it may read files: the same word means less in other files. */
export class PathSigns {
  hasAccess = false;
  isAmbiguous = false;
  listsFolders = false;
  private readonly noted = new Set<string>();

  /** A name of the code, a chain of names such as `process.cwd`, or the text of a literal. */
  note(text: string): void {
    if (this.noted.has(text)) return;
    this.noted.add(text);
    this.hasAccess ||= access.test(text);
    this.isAmbiguous ||= ambiguous.test(text);
    this.listsFolders ||= folders.test(text);
  }

  /** Whether code that loads these modules may read files. */
  readsFiles(modules: readonly string[]): boolean {
    return this.hasAccess || modules.some((module) => fileModule.test(module));
  }
}

/** What in the texts could be the path of a file or a folder, or the end of one. */
export function wordsOf(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const [found] of text.matchAll(word)) if (found.length <= maxWordLength) words.add(found);
  return [...words];
}

/** Whether the word looks like a path by itself. In code about addresses, `test` and `src` are parts of these more often. */
export function isTelling(found: string): boolean {
  return found.includes('/') || /\.\w+$/.test(found);
}
