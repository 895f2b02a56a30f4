import { noMentions, type FileMentions } from './file-mentions.ts';
import { isBrowserModule, isProgramModule, isTelling, PathSigns, wordsOf } from './path-words.ts';

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
    this.hasProgramModule ||= isProgramModule(text);
    this.loadsUnknown ||= isBrowserModule(text);
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
export function isPlaceName(name: string): boolean {
  return placeName.test(name);
}
