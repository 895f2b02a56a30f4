import { textAt, type ClientModel } from '../common/client-model.ts';
import { parseJson } from '../../kernel/json.ts';

export const geminiModel: ClientModel = {
  args: ({ folder, model }) => [
    ...['-p', '', '--output-format', 'json', '-e', 'none', '--skip-trust'],
    ...['--allowed-mcp-server-names', 'none'],
    ...['--admin-policy', `${folder}/no-tools.toml`],
    ...(model === undefined ? [] : ['-m', model]),
  ],
  files: {
    'settings.json': JSON.stringify({
      tools: { core: [] },
      mcp: { allowed: [] },
      hooksConfig: { enabled: false },
      general: { enableAutoUpdate: false },
      context: { fileName: 'none.md', includeDirectoryTree: false },
    }),
    'no-tools.toml': '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
  },
  environment: ({ folder }) => ({
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${folder}/settings.json`,
  }),
  answerIn(printed) {
    const json = printed.slice(Math.max(0, printed.indexOf('{')));
    const { response } = (parseJson(json) ?? {}) as Record<string, unknown>;
    return typeof response === 'string' ? response : undefined;
  },
  errorIn(printed) {
    const json = printed.slice(Math.max(0, printed.indexOf('{')), printed.lastIndexOf('}') + 1);
    return textAt(parseJson(json), 'error', 'message');
  },
  signIn: 'run gemini and choose how to sign in',
};
