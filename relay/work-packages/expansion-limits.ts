/** PKG-5: how far the symbol graph is followed. What is over a limit is left out, the last in the order of the paths first. */
export const expansionLimits = {
  /** Files that come into one package because they call what it changes. */
  callers: 50,
  /** Files that come into one package because they test its files. */
  tests: 30,
  /** Files and symbols whose callers are looked for, in one meeting. */
  targets: 200,
  /** Calls that are read for one of them. */
  calls: 2_000,
  /** Calls that are read for one meeting. */
  callsOfMeeting: 20_000,
  /** Names of symbols that are looked up for one meeting. */
  names: 200,
  /** Pairs of a file and a word of the text that are looked up for one meeting. */
  places: 2_000,
} as const;
