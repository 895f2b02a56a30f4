import { linesIn, textAt, type ClientModel } from '../common/client-model.ts';

export const opencodeModel: ClientModel = {
  args: ({ model }) => ['run', '--format', 'json', ...(model === undefined ? [] : ['-m', model])],
  environment: ({ folder }) => ({
    OPENCODE_CONFIG: `${folder}/opencode.json`,
    OPENCODE_CONFIG_CONTENT: noOpenCodeTools,
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  }),
  files: { 'opencode.json': '{}' },
  answerIn: (printed) => {
    const texts = linesIn(printed).flatMap(({ type, part }) => {
      const { text } = (part ?? {}) as Record<string, unknown>;
      return type === 'text' && typeof text === 'string' ? [text] : [];
    });
    return texts.length === 0 ? undefined : texts.join('\n');
  },
  errorIn: (printed) =>
    linesIn(printed)
      .flatMap(({ error }) => textAt(error, 'data', 'message') ?? textAt(error, 'message') ?? [])
      .at(-1),
  signIn: 'run: opencode auth login',
  status: {
    args: ['auth', 'list'],
    isSignedIn: (printed) => !/\b0 credentials\b/.test(printed),
  },
};

const noOpenCodeTools = JSON.stringify({
  permission: { '*': 'deny' },
  tools: { '*': false },
  mcp: {},
  share: 'disabled',
});
