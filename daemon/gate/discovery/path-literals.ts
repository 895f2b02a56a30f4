/** A module that reads files, or makes paths of them, by its name. */
const fileModule =
  /(?:^|[^a-z])(?:fs|path|pathe|upath|memfs|unionfs|files?|dirs?|director(?:y|ies)|folders?|globs?|globby|tinyglobby|readdirp|walk|klaw|chokidar|cosmiconfig|jiti|disk|fixtures?)(?:[^a-z]|$)|^(?:node:)?(?:url|os|module|vm|process)$/i;
/** What reaches files without being imported, or under a name that says so. */
const access =
  /\b(?:fs|glob|globby|process\.cwd|__dirname|__filename|readFile\w*|readdir\w*|opendir\w*|fileURLToPath|Worker|fixtures?|Deno|Bun)\b|import\.meta|\b[pP]ath\.(?:join|resolve|relative|dirname|posix|win32)\b|['"]node:(?:path|url|os|module|vm)/;
/** Words about addresses as much as about files. */
const ambiguous = /\b(?:path|url|os|tinyglobby|memfs)\b|\bnew URL\b/;
/** A literal in the place of a folder: `path: 'data'`, `readDirectory("data")`. */
const placed =
  /(?:[pP]ath|[dD]ir(?:ectory)?|[fF]older|[fF]ile|[rR]oot|cwd)s?['"]?\s*[:=(]\s*\[?\s*['"`]([\w@$.-]+)['"`]/g;
/** Declarations at the beginning of a line, where no other text can have them. */
const declaration =
  /^(?:import|export)\b[^'"`;()=]*\bfrom\s*['"][^'"\n]+['"]|^import\s*['"][^'"\n]+['"]|^(?:const|let|var)\s+(?:\{[\w\s,:$]*\}|[\w$]+)\s*=\s*require\(\s*['"][^'"\n]+['"]\s*\)/gm;
const quoted = /'([^'\\\n]{1,200})'|"([^"\\\n]{1,200})"|`([^`\\]{1,400})`/g;
const word = /[\w@$.-]+(?:\/[\w@$.-]+)*/g;

/** Whether code with this text may read files; `modules` are those that it loads. */
export function readsFiles(text: string, modules: readonly string[]): boolean {
  return access.test(text) || modules.some((module) => fileModule.test(module));
}

/** Whatever in quotes could be the path of a file or a folder, or the end of one. */
export function pathLiterals(text: string): string[] {
  return wordsOf(withoutDeclarations(text));
}

/**
 * The same for a text that does not read files itself, but may pass paths to code that does: only what looks like a path. In code about
 * addresses, `test` and `src` are parts of these more often than folders.
 */
export function likelyPathLiterals(text: string): string[] {
  if (!ambiguous.test(text)) return [];
  const telling = pathLiterals(text).filter((one) => one.includes('/') || /\.\w+$/.test(one));
  const folders = Array.from(text.matchAll(placed), ([, folder]) => folder ?? '');
  return [...new Set([...telling, ...folders])];
}

/** Modules that are declared are known as such. After the first backtick it may be the text of another file that declares them. */
function withoutDeclarations(text: string): string {
  const backtick = text.indexOf('`');
  const end = backtick === -1 ? text.length : backtick;
  return text.slice(0, end).replace(declaration, '') + text.slice(end);
}

function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [, single, double, template] of text.matchAll(quoted))
    for (const [found] of (single ?? double ?? template ?? '').matchAll(word))
      if (found.length <= 200) words.add(found);
  return [...words];
}
