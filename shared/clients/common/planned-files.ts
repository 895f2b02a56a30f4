import type { Entry, EntryLocation } from './settings-entries.ts';
import type { Json, JsonObject } from './settings-entries.ts';

/** A settings file that coord shares with others: only its own entries are ever touched. */
export interface JsonFile {
  kind: 'json';
  /** Relative to the repository, with `/`. */
  path: string;
  /** Whether the client's MCP servers stand here, and not its hooks. */
  servers?: boolean;
  /** What the file holds where init makes it, beside the entries: the version of its format. */
  base?: JsonObject;
  entries: readonly Entry[];
  /** Every entry of coord's in the parsed file, also those that an earlier version wrote. */
  placesIn(document: Json): EntryLocation[];
}

/** A TOML file that coord shares with others: it adds one table, and touches nothing else. */
export interface TomlFile {
  kind: 'toml';
  path: string;
  /** The keys of the table, from the root. */
  table: readonly string[];
  /** A server as in `mcpServers` of other clients, with this client's own settings. */
  values: Readonly<{ command: string; args: string[] } & Record<string, string | string[]>>;
}

/** A file that is wholly coord's. */
export interface TextFile {
  kind: 'text';
  path: string;
  /** The file that it is made from, relative to `shared/clients/`. It contains the words by which init knows it again. */
  source: string;
  /** Permission bits, for example `0o755`. */
  mode: number;
}

export type SharedFile = JsonFile | TomlFile;
export type PlannedFile = SharedFile | TextFile;
