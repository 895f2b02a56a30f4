import { join } from 'node:path';
import { parseJson } from '../kernel/json.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import { writePrivateFile } from './files.ts';
import { readOwnFile, refuseToKeepIn } from './own-files.ts';

/** An agent client whose headless mode answers questions as a language model does (MTG-16). */
export interface ModelClient {
  readonly title: string;
  /** Found on the search path. */
  readonly program: string;
  /** Its arguments: no tools, no MCP servers, no hooks and settings of the user; the question comes by standard input. */
  args(of: ModelRun): readonly string[];
  /** Files for its run, by name, beside the empty folder that it works in. */
  readonly files?: Readonly<Record<string, string>>;
  environment?(of: ModelRun): Readonly<Record<string, string>>;
  /** The answer in what it printed; undefined where there is none. */
  answerIn(printed: string): string | undefined;
  /** How to sign in, as the end of a sentence. */
  readonly signIn: string;
  /** A command that says without a question whether somebody is signed in; and how that reads. */
  readonly status?: { readonly args: readonly string[]; isSignedIn(printed: string): boolean };
}

/** One run of a client. */
export interface ModelRun {
  /** Where its `files` lie. */
  readonly folder: string;
  /** The name of a model; the client's own choice without it. */
  readonly model: string | undefined;
}

export const modelClients = {
  'claude-code': {
    title: 'Claude Code',
    program: 'claude',
    args: ({ model }) => [
      ...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config'],
      ...['--setting-sources', '', '--disable-slash-commands', '--no-session-persistence'],
      ...(model === undefined ? [] : ['--model', model]),
    ],
    answerIn(printed) {
      const { result, is_error: isError } = (parseJson(printed) ?? {}) as Record<string, unknown>;
      return typeof result === 'string' && isError !== true ? result : undefined;
    },
    signIn: 'run claude and type /login',
    status: {
      args: ['auth', 'status'],
      isSignedIn: (printed) => /"loggedIn": ?true/.test(printed),
    },
  },
  codex: {
    title: 'Codex',
    program: 'codex',
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
    signIn: 'run: codex login',
    status: { args: ['login', 'status'], isSignedIn: (printed) => !/not logged in/i.test(printed) },
  },
  gemini: {
    title: 'Gemini CLI',
    program: 'gemini',
    args: ({ folder, model }) => [
      ...['-p', '', '--output-format', 'json', '-e', 'none', '--skip-trust'],
      ...['--allowed-mcp-server-names', 'none'],
      ...['--admin-policy', join(folder, 'no-tools.toml')],
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
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(folder, 'settings.json'),
    }),
    answerIn(printed) {
      const json = printed.slice(Math.max(0, printed.indexOf('{')));
      const { response } = (parseJson(json) ?? {}) as Record<string, unknown>;
      return typeof response === 'string' ? response : undefined;
    },
    signIn: 'run gemini and choose how to sign in',
  },
  opencode: {
    title: 'OpenCode',
    program: 'opencode',
    args: ({ model }) => ['run', '--format', 'json', ...(model === undefined ? [] : ['-m', model])],
    environment: ({ folder }) => ({
      OPENCODE_CONFIG: join(folder, 'opencode.json'),
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
    signIn: 'run: opencode auth login',
    status: {
      args: ['auth', 'list'],
      isSignedIn: (printed) => !/\b0 credentials\b/.test(printed),
    },
  },
} as const satisfies Readonly<Record<string, ModelClient>>;

export type ModelClientName = keyof typeof modelClients;

/** What Codex offers its models; a name that a version does not know changes nothing. */
const codexTools = [
  ...['shell_tool', 'unified_exec', 'apps', 'plugins', 'remote_plugin', 'hooks', 'multi_agent'],
  ...['skill_search', 'tool_suggest', 'image_generation', 'view_image', 'sleep_tool', 'goals'],
  ...['browser_use', 'computer_use', 'in_app_browser', 'code_mode', 'code_mode_host', 'js_repl'],
];

const noOpenCodeTools = JSON.stringify({
  permission: { '*': 'deny' },
  tools: { '*': false },
  mcp: {},
  share: 'disabled',
});

/** The lines of JSON in what a client printed. */
function linesIn(printed: string): Record<string, unknown>[] {
  return printed.split('\n').flatMap((line) => {
    const found = line.startsWith('{') ? parseJson(line) : undefined;
    return found === undefined ? [] : [found as Record<string, unknown>];
  });
}

export function isModelClient(name: unknown): name is ModelClientName {
  return typeof name === 'string' && Object.hasOwn(modelClients, name);
}

/** Why a client has no answer: nobody is signed in there, as far as its words tell. */
export function saysSignedOut(printed: string): boolean {
  return /not logged in|\/login\b|please (?:log|sign) in|set an auth method|\b401\b|unauthori[sz]ed|invalid (?:api|authentication)|authentication_error|no credentials/i.test(
    printed,
  );
}

/** The file in the state folder that keeps which client a person has agreed to use. */
const choiceFile = 'model.json';

/** The client that the user has agreed to use as the model; undefined where nobody was asked or agreed. */
export function chosenClient(stateFolder: string): ModelClientName | undefined {
  const text = readOwnFile(join(stateFolder, choiceFile));
  const found = isRefusal(text) || text === undefined ? undefined : parseJson(text);
  const { client } = (found ?? {}) as { client?: unknown };
  return isModelClient(client) ? client : undefined;
}

/** Whether the user was asked before. */
export function wasAsked(stateFolder: string): boolean {
  const text = readOwnFile(join(stateFolder, choiceFile));
  return !isRefusal(text) && text !== undefined;
}

/** Keeps the answer, for its owner only; undefined is a no. Refused (Forbidden) where the folder is another user's. */
export function keepChoice(
  stateFolder: string,
  client: ModelClientName | undefined,
): Refusal | undefined {
  const refusal = refuseToKeepIn(stateFolder);
  if (refusal !== undefined) return refusal;
  const text = JSON.stringify({ client: client ?? 'none' });
  writePrivateFile(join(stateFolder, choiceFile), `${text}\n`);
  return undefined;
}

/** The client that the environment names, or that the user has agreed to; refused: another name. */
export function clientFor(
  environment: Readonly<Record<string, string | undefined>>,
  stateFolder: string,
): ModelClientName | undefined | Refusal {
  const named = environment['COORD_LLM_PROVIDER'] || undefined;
  if (named === undefined) return chosenClient(stateFolder);
  if (isModelClient(named)) return named;
  if (['none', 'anthropic', 'openai-compatible'].includes(named)) return undefined;
  const names = Object.keys(modelClients).join(', ');
  return refuse(
    'ValidationError',
    `COORD_LLM_PROVIDER must be one of ${names} at a daemon, or none.`,
  );
}
