import { textAt, type ClientModel } from '../common/client-model.ts';
import { parseJson } from '../../kernel/json.ts';

export const claudeCodeModel: ClientModel = {
  args: ({ model }) => [
    ...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'],
    ...['--setting-sources', '', '--disable-slash-commands', '--no-session-persistence'],
    ...(model === undefined ? [] : ['--model', model]),
  ],
  answerIn(printed) {
    const { result, is_error: isError } = (parseJson(printed) ?? {}) as Record<string, unknown>;
    return typeof result === 'string' && isError !== true ? result : undefined;
  },
  errorIn(printed) {
    const found = parseJson(printed) as { is_error?: unknown } | undefined | null;
    return found?.is_error === true ? textAt(found, 'result') : undefined;
  },
  signIn: 'run claude and type /login',
  status: {
    args: ['auth', 'status'],
    isSignedIn: (printed) => /"loggedIn": ?true/.test(printed),
  },
};
