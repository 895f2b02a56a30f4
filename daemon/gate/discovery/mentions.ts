import { isParsable } from '../../index/parser/parser.ts';
import { pathLiterals, readsFiles, likelyPathLiterals } from './path-literals.ts';

/**
 * What a file names in its text, found by patterns: what the symbol graph does not show, such as modules that are loaded for
 * their effect, mocked by path or loaded later, and files that are read. Finds too much rather than too little.
 */
export interface FileMentions {
  /** Modules of its import and export declarations, in order. */
  readonly modules: readonly string[];
  /** Modules that it loads, mocks or resolves in any other way. */
  readonly loads: readonly string[];
  /** Relative paths in quotes beside these. */
  readonly paths: readonly string[];
  /** Whatever else in quotes could be the path of a file or a folder, or the end of one. */
  readonly words: readonly string[];
  /** The constant beginnings of paths that are put together: `./locales/`. */
  readonly prefixes: readonly string[];
  /** It loads modules by names that are not written in it. */
  readonly loadsUnknown: boolean;
  /** It starts programs of which its text does not say that they are none of the repository's. */
  readonly startsPrograms: boolean;
  /** It lists folders, so that even the root of the repository may be meant. */
  readonly listsFolders: boolean;
  /** It has classes of which a part runs when the module is loaded. */
  readonly runsClassParts: boolean;
}

const scanned = /\.(?:vue|svelte|astro|mdx|html?|css|s[ac]ss|less)$/i;
const declared = /\b(?:from|import)\s*(?:'([^'\n]+)'|"([^"\n]+)")/g;
const required =
  /^(?:const|let|var)\s+(?:\{[\w\s,:$]*\}|[\w$]+)\s*=\s*require\(\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\)\s*[;\n]/gm;
const loaded =
  /\b(?:import|require|require\.resolve|import\.meta\.resolve|(?:jest|vi|vitest|td|mock|proxyquire|rewire|esmock|sandbox)(?:\.\w+)*|[a-z]\w*[mM]ock\w*|\w*[iI]mport\w*|\w*[rR]equire\w*)(?:<[^<>()]*(?:<[^<>()]*>)?[^<>()]*>)?\s*\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`$\n]+)`)/g;
/** Finds quickly whether `loaded` can find anything. */
const someLoad =
  /(?:[iI]mport|[rR]equire|[mM]ock|jest|vi|td|proxyquire|rewire|sandbox)[\w.]*(?:<[^()]*>)?\s*\(\s*['"`]/;
const relativePath = /['"`](\.\.?(?:\/[^'"`\s${}]*)?)['"`]/g;
const begunPath = /`(\.\.?\/[^`$\s]*)\$\{|['"](\.\.?\/[^'"\s]*\/)['"]\s*\+/g;
/** `.` and `..` alone: parts of addresses and texts as well. */
const outward = /^[./]+$/;

const computedLoad =
  /(?<![\w$.])(?:import|require)\s*\(\s*(?!\s*['"`)])|(?<![\w$.])(?:import|require)\s*\(\s*`[^`]*\$\{/;
const otherRequire =
  /\b(?!require\b)[\w$]+\s*=\s*(?:[\w$]+\.)?createRequire\s*\(|createRequire\s*\([^()]*(?:\([^()]*\))?[^()]*\)\s*\(/;
const globbed = /\bimport\.meta\.glob|\brequire\.context\b/;
const browser =
  /['"](?:puppeteer|playwright|@playwright\/|cypress|selenium|webdriver|testcafe|nightwatch)/;
const starts =
  /['"](?:node:)?(?:child_process|worker_threads|cluster|execa|cross-spawn|zx|tinyexec|nano-spawn|shelljs|node-pty|foreground-child|tinyspawn)(?:\/[\w-]+)?['"]/;
const started =
  /(?<![\w$])(?:spawn|exec|execFile|fork|execa|\$)(?:Sync)?\s*\(\s*(?:['"`]([^'"`\s]*)|([^'"`\s)]))/g;
const harmless: ReadonlySet<string> = new Set(
  'git tar unzip zip gzip ps kill ls cp mv rm mkdir cat echo which where uname df du chmod sleep true false'.split(
    ' ',
  ),
);
const folders = /\b(?:readdir|opendir|glob|walk)|\b(?:fast-glob|klaw|chokidar)\b|[dD]ir\w*List/;
const classParts =
  /\bstatic\b[^(){};\n]*=|\bstatic\s*\{|^[ \t]*@[\w$]|\bextends\s+[\w$.]+\s*(?:<[^{]*>)?\s*\(|\bextends\s*\(|^\s+(?:static\s+)?\[[\w$.]+\]\s*[(:=]/m;

/** Whether a file's text can refer to other files. */
export function canMentionFiles(path: string): boolean {
  return isParsable(path) || scanned.test(path);
}

/** Reads the text of one file; takes time in proportion to its length. */
export function extractMentions(text: string): FileMentions {
  const modules = matchesOf(text, declared);
  const plain = matchesOf(text, required);
  const declaredTimes = counted([...modules, ...plain]);
  const loads = beyond(counted(loadedIn(text)), counted(plain));
  // A relative path that stands in no declaration is used in some way that is not known.
  const paths = beyond(counted(matchesOf(text, relativePath)), declaredTimes);
  const reaches = readsFiles(text, [...modules, ...plain, ...loads]) || starts.test(text);
  const listsFolders = folders.test(text);
  const isMeant = (path: string) => reaches || listsFolders || !outward.test(path);
  return {
    modules: [...modules, ...plain],
    loads,
    paths: paths.filter((path) => !loads.includes(path) && isMeant(path)),
    words: reaches ? pathLiterals(text) : likelyPathLiterals(text),
    prefixes: matchesOf(text, begunPath),
    loadsUnknown: loadsUnknown(text),
    startsPrograms: startsPrograms(text),
    listsFolders,
    runsClassParts: text.includes('class') && classParts.test(text),
  };
}

function beyond(counts: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .filter(([text, times]) => times > (known.get(text) ?? 0))
    .map(([text]) => text);
}

function loadsUnknown(text: string): boolean {
  const isComputed = computedLoad.test(text) && !isPrefixed(text);
  const isOtherwise = text.includes('createRequire') && otherRequire.test(text);
  return isComputed || isOtherwise || globbed.test(text) || browser.test(text);
}

function loadedIn(text: string): string[] {
  return someLoad.test(text) ? matchesOf(text, loaded) : [];
}

function startsPrograms(text: string): boolean {
  if (!starts.test(text)) return false;
  const calls = Array.from(text.matchAll(started), ([, name, other]) =>
    other === undefined ? (name ?? '') : '',
  );
  return calls.length === 0 || calls.some((name) => !harmless.has(name));
}

/** Whether every module name that is put together has a constant beginning. */
function isPrefixed(text: string): boolean {
  const calls = text.match(new RegExp(computedLoad.source, 'g'))?.length ?? 0;
  const begun =
    text.match(/(?<![\w$.])(?:import|require)\s*\(\s*(?:`\.\.?\/[^`$\s]*\/[^`$\s]*\$\{)/g)
      ?.length ?? 0;
  return calls === begun;
}

/** What the pattern's first group that matched holds, at every place. */
function matchesOf(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, ...groups]) => groups.find((one) => one) ?? '');
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
