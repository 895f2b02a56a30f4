import { type FileMentions, noMentions } from './file-mentions.ts';
import type { Compiler, ts } from '../tree/compiler.ts';

const relativePath = /^\.\.?(?:\/[^\s${}]*)?$/;
const begunPath = /^\.\.?\/\S*$/;
/** `.` and `..` alone: parts of addresses and texts as well. */
const outward = /^[./]+$/;
/** A text that is code itself, such as a program that a test writes out, loads these and names those. */
const loadedInText = /\b(?:from|import|require|[mM]ock)\b[^'"`\n]{0,60}['"`]([^'"`\s]+)['"`]/g;
const quotedInText = /['"`](\.\.?(?:\/[^'"`\s${}]*)?)['"`]/g;

/** Gathers what the nodes of one file name, and judges it when all have been seen. */
export class MentionCollector {
  readonly signs = new PathSigns();
  loadsUnknown = false;
  runsClassParts = false;
  private readonly modules: string[] = [];
  private readonly loads = new Set<string>();
  private readonly paths = new Set<string>();
  private readonly texts = new Set<string>();
  private readonly places = new Set<string>();
  private readonly prefixes = new Set<string>();
  private readonly commands: string[] = [];
  private hasProgramModule = false;

  /** A module of a declaration. */
  declare(module: string): void {
    this.modules.push(module);
    this.noteText(module);
  }

  /** A module that is loaded, mocked or resolved in any other way. */
  load(module: string): void {
    this.loads.add(module);
  }

  /** A literal, or one part of a text that is put together. */
  literal(text: string): void {
    if (text === '' || this.texts.has(text)) return;
    this.texts.add(text);
    this.noteText(text);
    if (relativePath.test(text)) this.paths.add(text);
    else if (/['"`]/.test(text)) this.readCode(text);
  }

  /** A literal in the place of a folder or a file. */
  place(text: string): void {
    if (/^[\w@$.-]+$/.test(text)) this.places.add(text);
  }

  /** The constant beginning of a text that is put together; answers whether it is one of a path beside the file. */
  begin(text: string): boolean {
    const isPath = begunPath.test(text);
    if (isPath) this.prefixes.add(text);
    return isPath;
  }

  /** The command line of a program that is started; empty for one that is not written there. */
  start(command: string): void {
    this.commands.push(command);
  }

  mentions(): FileMentions {
    const { signs, loadsUnknown, runsClassParts } = this;
    const loads = [...this.loads];
    const reaches = signs.readsFiles([...this.modules, ...loads]) || this.hasProgramModule;
    const isMeant = (path: string) => reaches || signs.listsFolders || !outward.test(path);
    return {
      ...noMentions,
      modules: this.modules,
      loads,
      paths: [...this.paths].filter((path) => !this.loads.has(path) && isMeant(path)),
      words: this.words(reaches),
      prefixes: [...this.prefixes],
      loadsUnknown,
      startsPrograms: this.startsPrograms(),
      listsFolders: signs.listsFolders,
      runsClassParts,
    };
  }

  private noteText(text: string): void {
    this.signs.note(text);
    this.hasProgramModule ||= programModule.test(text);
    this.loadsUnknown ||= browserModule.test(text);
  }

  private readCode(text: string): void {
    for (const [, module] of text.matchAll(loadedInText)) if (module) this.loads.add(module);
    for (const [, path] of text.matchAll(quotedInText)) if (path) this.paths.add(path);
  }

  /** Code that reads no files may pass paths to code that does: of it only what looks like a path. */
  private words(reaches: boolean): string[] {
    if (reaches) return wordsOf(this.texts);
    if (!this.signs.isAmbiguous) return [];
    return [...new Set([...wordsOf(this.texts).filter(isTelling), ...this.places])];
  }

  private startsPrograms(): boolean {
    if (!this.hasProgramModule) return false;
    return this.commands.length === 0 || !this.commands.every(isHarmless);
  }
}

/** Functions that load, mock or resolve the module that their first argument names. */
const loader = /^[a-z]\w*[mM]ock\w*$|[iI]mport|[rR]equire/;
const mockers: ReadonlySet<string> = new Set(
  'jest vi vitest td mock proxyquire rewire esmock sandbox'.split(' '),
);
const starters: ReadonlySet<string> = new Set(
  'spawn exec execFile fork execa $ spawnSync execSync execFileSync forkSync execaSync $Sync'.split(
    ' ',
  ),
);
/** Programs that are none of the repository's. */
const harmless: ReadonlySet<string> = new Set(
  'git tar unzip zip gzip ps kill ls cp mv rm mkdir cat echo which where uname df du chmod sleep true false'.split(
    ' ',
  ),
);
const placeName = /(?:[pP]ath|[dD]ir(?:ectory)?|[fF]older|[fF]ile|[rR]oot|cwd)s?$/;

/** `names` are those of a chain: `jest`, `requireActual` of `jest.requireActual('./a.ts')`. */
export function isLoader(names: readonly string[]): boolean {
  const last = names.at(-1);
  return last !== undefined && (mockers.has(names[0] ?? '') || loader.test(last));
}

export function isStarter(names: readonly string[]): boolean {
  return starters.has(names.at(-1) ?? '');
}

/** Whether a command begins with a program that is none of the repository's. */
function isHarmless(command: string): boolean {
  return harmless.has(/^\S*/.exec(command)?.[0] ?? '');
}

/** Whether what has the name is a folder or a file: `path: 'data'`, `readDirectory('data')`. */
function isPlaceName(name: string): boolean {
  return placeName.test(name);
}

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

/** Finds out from the names and texts of a file whether it may read files: the same word means less in other files. */
class PathSigns {
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

/** Walks the tree of a file and tells readers of nodes of their kinds. */
export class MentionWalk {
  readonly kinds: Compiler['SyntaxKind'];
  /** What the present file names. */
  found = new MentionCollector();
  /** By kind of node: who reads it, with what is below it. All others are looked through. */
  private readonly readers: ((node: ts.Node) => void)[] = [];

  constructor(readonly compiler: Compiler) {
    this.kinds = compiler.SyntaxKind;
  }

  on<N extends ts.Node>(kinds: readonly N['kind'][], read: (node: N) => void): void {
    for (const kind of kinds) this.readers[kind] = read as (node: ts.Node) => void;
  }

  readonly visit = (node: ts.Node): undefined => {
    const read = this.readers[node.kind];
    if (read === undefined) this.visitChildren(node);
    else read(node);
    return undefined;
  };

  visitChildren(node: ts.Node): void {
    this.compiler.forEachChild(node, this.visit);
  }

  /** The names of a chain: `vi` and `mock` of `vi.mock`; of `load().mock` only the last. */
  namesOf(expression: ts.Expression): string[] {
    const names: string[] = [];
    let inner = expression;
    for (; this.compiler.isPropertyAccessExpression(inner); inner = inner.expression)
      names.unshift(inner.name.text);
    if (this.compiler.isIdentifier(inner)) names.unshift(inner.text);
    return names;
  }

  textOf(node: ts.Node | undefined): string | undefined {
    return node && this.compiler.isStringLiteralLike(node) ? node.text : undefined;
  }

  /** `createRequire(import.meta.url)` gives a function that may load anything. */
  isCreateRequire(value: ts.Node | undefined): boolean {
    if (value === undefined || !this.compiler.isCallExpression(value)) return false;
    return this.namesOf(value.expression).at(-1) === 'createRequire';
  }

  /** A literal that has the name of a folder or a file, or is the first of a list that has: `path: 'data'`, `readFolder('data')`. */
  notePlace(name: string | undefined, value: ts.Node | undefined): void {
    if (name === undefined || value === undefined || !isPlaceName(name)) return;
    const isList = value.kind === this.kinds.ArrayLiteralExpression;
    const first = isList ? (value as ts.ArrayLiteralExpression).elements[0] : value;
    const text = this.textOf(first);
    if (text !== undefined) this.found.place(text);
  }
}
