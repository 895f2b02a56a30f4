/**
 * What a file names beside what the symbol graph shows: modules that are loaded for their effect, mocked by path or loaded later,
 * and files that are read. Finds too much rather than too little.
 */
export interface FileMentions {
  /** Modules of its import and export declarations and of its plain requires, in order. */
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

export const noMentions: FileMentions = {
  modules: [],
  loads: [],
  paths: [],
  words: [],
  prefixes: [],
  loadsUnknown: false,
  startsPrograms: false,
  listsFolders: false,
  runsClassParts: false,
};

/** What is said of a file that cannot be read: it may use anything. */
export const unreadableMentions: FileMentions = {
  ...noMentions,
  loadsUnknown: true,
  listsFolders: true,
  runsClassParts: true,
};

/** A compact text that `decodeMentions` reads back: most files name little. */
export function encodeMentions(mentions: FileMentions): string {
  const telling = Object.entries(mentions).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value === true,
  );
  return JSON.stringify(Object.fromEntries(telling));
}

export function decodeMentions(json: string): FileMentions {
  return { ...noMentions, ...(JSON.parse(json) as Partial<FileMentions>) };
}
