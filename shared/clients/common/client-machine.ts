/** What the checks of a client may ask of the machine that it runs on. */
export interface ClientMachine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  /** The work tree, and the main one of its repository. */
  readonly root: string;
  readonly mainRoot: string;
  /** Whether this user has the client: the settings of others are in the repository too. */
  readonly isUsed: boolean;
  /** Comments may stand in it. Undefined for what is not JSON; no file at all is an empty object. */
  json(path: string): unknown;
  /** The same for TOML. */
  toml(path: string): unknown;
  /** The path without links, or as it is where nothing is there. */
  realPath(path: string): Promise<string>;
}
