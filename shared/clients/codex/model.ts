import { linesIn, textAt, type ClientModel } from '../common/client-model.ts';

export const codexModel: ClientModel = {
  args: ({ model }) => [
    ...['exec', '--json', '--skip-git-repo-check', '--ephemeral', '-s', 'read-only'],
    ...['--ignore-user-config', '--ignore-rules'],
    ...codexTools.flatMap((name) => ['-c', `features.${name}=false`]),
    ...['-c', 'web_search="disabled"', '-c', 'include_apply_patch_tool=false'],
    ...(model === undefined ? [] : ['-m', model]),
    '-',
  ],
  answerIn: (printed) =>
    linesIn(printed)
      .flatMap(({ type, item }) => {
        const { type: kind, text } = (item ?? {}) as Record<string, unknown>;
        return type === 'item.completed' && kind === 'agent_message' && typeof text === 'string'
          ? [text]
          : [];
      })
      .at(-1),
  errorIn: (printed) =>
    linesIn(printed)
      .flatMap((line) => textAt(line, 'error', 'message') ?? textAt(line, 'message') ?? [])
      .at(-1),
  signIn: 'run: codex login',
  status: { args: ['login', 'status'], isSignedIn: (printed) => !/not logged in/i.test(printed) },
};

/** What Codex offers its models; a name that a version does not know changes nothing. */
const codexTools = [
  ...['shell_tool', 'unified_exec', 'apps', 'plugins', 'remote_plugin', 'hooks', 'multi_agent'],
  ...['skill_search', 'tool_suggest', 'image_generation', 'view_image', 'sleep_tool', 'goals'],
  ...['browser_use', 'computer_use', 'in_app_browser', 'code_mode', 'code_mode_host', 'js_repl'],
];
