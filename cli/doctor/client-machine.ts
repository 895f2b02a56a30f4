import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parse } from 'smol-toml';
import type { ClientMachine } from '../../shared/clients/common/client-machine.ts';
import { parseJson } from '../../shared/kernel/json.ts';
import { tryReadText } from '../../shared/node/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** This machine, as far as the checks of a client may ask it. */
export function clientMachine(
  { environment, homeDirectory }: Terminal,
  { root, commonDir }: WorkTree,
  isUsed: boolean,
): ClientMachine {
  return {
    environment,
    homeDirectory,
    root,
    mainRoot: basename(commonDir) === '.git' ? dirname(commonDir) : root,
    isUsed,
    text: tryReadText,
    json: (path) => parseJson(tryReadText(path) ?? '{}'),
    toml: (path) => tomlIn(tryReadText(path) ?? ''),
    realPath: (path) => realpath(path).catch(() => path),
  };
}

function tomlIn(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
