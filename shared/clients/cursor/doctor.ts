import type { ClientMachine } from '../common/client-machine.ts';
import { warning, type Finding } from '../common/finding.ts';
import { asPayload } from '../common/payload.ts';

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
export async function checkCursorSettings({ root, json }: ClientMachine): Promise<Finding[]> {
  const path = '.cursor/hooks.json';
  const settings = asPayload(json(`${root}/${path}`));
  const hooks = asPayload(settings?.['hooks']);
  if (settings === undefined || hooks === undefined) return [];
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
