import { join } from 'node:path';
import { isObject, type Json } from '../init/settings-files/json-text.ts';
import { tryReadText } from '../../shared/node/files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { warning, type Finding } from './finding.ts';

/** What makes a client pass over hooks that are in place, as far as files tell it. */
export async function findTraps(
  terminal: Terminal,
  top: string,
  clients: readonly string[],
): Promise<Finding[]> {
  const found = await Promise.all([
    clients.includes('cursor') ? cursorTraps(top) : [],
    clients.includes('copilot') ? copilotTraps(terminal, top) : [],
  ]);
  return found.flat();
}

const cursorEvents: ReadonlySet<string> = new Set([
  'sessionStart',
  'sessionEnd',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'subagentStart',
  'subagentStop',
  'beforeShellExecution',
  'afterShellExecution',
  'beforeMCPExecution',
  'afterMCPExecution',
  'beforeReadFile',
  'afterFileEdit',
  'beforeSubmitPrompt',
  'preCompact',
  'stop',
  'afterAgentResponse',
  'afterAgentThought',
  'beforeTabFileRead',
  'afterTabFileEdit',
]);

/** Cursor runs no hook at all of a file in which it does not know one event. */
async function cursorTraps(top: string): Promise<Finding[]> {
  const path = '.cursor/hooks.json';
  const settings = parsed(tryReadText(join(top, path)));
  const hooks = isObject(settings) ? settings['hooks'] : undefined;
  if (!isObject(settings) || !isObject(hooks)) return [];
  const unknown = Object.keys(hooks).filter((event) => !cursorEvents.has(event));
  const events =
    unknown.length === 0
      ? []
      : [
          warning(
            'cursor',
            `${path} has ${unknown.join(', ')}; an event that Cursor does not know voids the whole file`,
            'Check the names of the events.',
          ),
        ];
  const version =
    settings['version'] === undefined
      ? [warning('cursor', `${path} has no version`, 'Add: "version": 1')]
      : [];
  return [...events, ...version];
}

/** In a folder that is not trusted Copilot CLI runs no hook and says nothing. */
async function copilotTraps(
  { environment, homeDirectory }: Terminal,
  top: string,
): Promise<Finding[]> {
  const home = environment['COPILOT_HOME'] || join(homeDirectory, '.copilot');
  const text = tryReadText(join(home, 'config.json'));
  const config = parsed(text?.replace(/^\s*\/\/.*$/gm, ''));
  const trusted = isObject(config) ? config['trustedFolders'] : undefined;
  const isTrusted =
    Array.isArray(trusted) &&
    trusted.some((folder) => typeof folder === 'string' && `${top}/`.startsWith(`${folder}/`));
  return isTrusted
    ? []
    : [
        warning(
          'copilot',
          `Copilot CLI does not trust ${top}, and runs no hooks there`,
          'Start copilot there once and trust the folder.',
        ),
      ];
}

function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
