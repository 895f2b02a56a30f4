import { realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parse } from 'smol-toml';
import type { ClientMachine } from '../../shared/clients/common/client-machine.ts';
import { isRefusal } from '../../shared/kernel/refusal.ts';
import { tryReadText } from '../../shared/node/disk/files.ts';
import type { WorkTree } from '../../shared/node/git/repository.ts';
import { readJson } from '../init/settings-files/json-text.ts';
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
    json: (path) => jsonIn(tryReadText(path) ?? '{}'),
    toml: (path) => tomlIn(tryReadText(path) ?? ''),
    realPath: (path) => realpath(path).catch(() => path),
  };
}

function jsonIn(text: string): unknown {
  const value = readJson(text);
  return isRefusal(value) ? undefined : value;
}

function tomlIn(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
